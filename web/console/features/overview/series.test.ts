import { expect, test } from 'vitest'
import { fillDays, fillMonths, sumBy } from './series.ts'

test('days without anything are 0, and the day after the last one is left out', () => {
  const counts = [
    { day: '2026-02-28', total: 2 },
    { day: '2026-02-28', total: 1 },
  ]
  expect(fillDays(counts, { from: '2026-02-27', to: '2026-03-02' })).toEqual([
    { label: '2026-02-27', total: 0 },
    { label: '2026-02-28', total: 3 },
    { label: '2026-03-01', total: 0 },
  ])
})

test('every month that a period touches has a figure', () => {
  const counts = [{ month: '2026-01', total: 7 }]
  expect(fillMonths(counts, { from: '2025-12-31', to: '2026-02-01' })).toEqual([
    { label: '2025-12', total: 0 },
    { label: '2026-01', total: 7 },
  ])
})

test('totals with one label are added up', () => {
  const counts = [
    { category: 'a', total: 1 },
    { category: 'b', total: 5 },
    { category: 'a', total: 2 },
  ]
  expect(sumBy(counts, ({ category }) => category)).toEqual([
    { label: 'a', total: 3 },
    { label: 'b', total: 5 },
  ])
})
