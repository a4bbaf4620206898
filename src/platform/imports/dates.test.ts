import { describe, expect, test } from 'vitest'
import { findDateOrder, toIsoDate } from './dates.ts'

describe('the order of dates', () => {
  test.each([
    [['5/31/2026', '1/2/2026'], 'mdy'],
    [['31.5.2026', '01.02.2026'], 'dmy'],
    [['1/2/2026', '2/3/2026'], undefined],
    [['31/5/2026', '5/31/2026'], undefined],
    [['2026-05-31', '', 'soon'], undefined],
  ])('of %j is %s', (texts, order) => {
    expect(findDateOrder(texts)).toBe(order)
  })
})

describe('a date', () => {
  test.each([
    ['5/31/2026', 'mdy', '2026-05-31'],
    ['31/5/2026', 'dmy', '2026-05-31'],
    ['01.02.2026', 'dmy', '2026-02-01'],
    ['1-2-2026', 'mdy', '2026-01-02'],
    ['5/31/2026 0:00', 'mdy', '2026-05-31'],
    ['5/31/2026 12:00:00 AM', 'mdy', '2026-05-31'],
    ['2026-05-31', undefined, '2026-05-31'],
    ['2026/5/1', 'mdy', '2026-05-01'],
    ['3/3/2026', undefined, '2026-03-03'],
    ['31/5/2026', 'mdy', '2026-31-05'],
  ] as const)('%s in the order %s is %s', (text, order, date) => {
    expect(toIsoDate(text, order)).toBe(date)
  })

  test.each([
    ['5/31/26', 'mdy'],
    ['5/31/2026', 'ymd'],
    ['31 May 2026', 'dmy'],
    ['5/31-2026', 'mdy'],
  ] as const)('%s in the order %s is left as it is', (text, order) => {
    expect(toIsoDate(text, order)).toBe(text)
  })

  test('whose order is unknown cannot be read', () => {
    expect(toIsoDate('1/2/2026', undefined)).toBeUndefined()
  })
})
