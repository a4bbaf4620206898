import { expect, test } from 'vitest'
import { grows, trendOf } from './trend.ts'

/** A sawtooth from 0 to 8, as garbage collection makes it, out of step with the samples. */
const sawtooth = (index: number) => (index * 7) % 9
const series = (count: number, of: (index: number) => number) =>
  Array.from({ length: count }, (_, i) => of(i))

test.each<[string, number[]]>([
  ['a constant series', series(60, () => 100)],
  ['a sawtooth', series(60, (i) => 100 + sawtooth(i))],
  ['a falling series', series(60, (i) => 160 - i)],
  ['one spike', series(60, (i) => (i === 30 ? 500 : 100 + sawtooth(i)))],
  ['a high start', series(60, (i) => (i < 5 ? 300 : 100 + sawtooth(i)))],
  ['two samples', [1, 100]],
])('%s does not grow', (_, values) => {
  expect(grows(trendOf(values), 5)).toBe(false)
})

test.each<[string, number[]]>([
  ['a steady leak', series(60, (i) => 100 + i)],
  ['a leak beneath a sawtooth', series(60, (i) => 100 + i * 0.3 + sawtooth(i))],
  ['a leak with outliers below', series(60, (i) => (i % 7 === 0 ? 0 : 100 + i))],
  ['steps', series(60, (i) => 100 + 10 * Math.floor(i / 10))],
])('%s grows', (_, values) => {
  expect(grows(trendOf(values), 5)).toBe(true)
})

test('growth below the bound is ignored', () => {
  const trend = trendOf(series(60, (i) => 100 + i * 0.05))
  expect(trend.growth).toBeCloseTo(2.95)
  expect(trend.certain).toBeGreaterThan(0)
  expect(grows(trend, 5)).toBe(false)
})
