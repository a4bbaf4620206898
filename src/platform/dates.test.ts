import { afterEach, describe, expect, it, vi } from 'vitest'
import fc from '../../test/support/fast-check.ts'
import { addMonthsClamped, isCalendarDate } from './dates.ts'

const DAY_MS = 86_400_000
const FIRST_DAY = Date.UTC(1900, 0, 1) / DAY_MS
const LAST_DAY = Date.UTC(2999, 11, 31) / DAY_MS

const anyDate = fc.integer({ min: FIRST_DAY, max: LAST_DAY }).map(dateOfDay)

describe('isCalendarDate', () => {
  it.each(['1900-01-01', '2999-12-31', '2024-02-29', '2000-02-29', '2025-04-30', '2025-12-31'])(
    'accepts %s',
    (text) => expect(isCalendarDate(text)).toBe(true),
  )

  it.each([
    '2023-02-29',
    '1900-02-29',
    '2100-02-29',
    '2025-02-30',
    '2025-04-31',
    '2025-00-10',
    '2025-13-10',
    '2025-01-00',
    '2025-01-32',
    '0000-01-01',
    '1899-12-31',
    '3000-01-01',
    '9999-12-31',
    '02025-01-05',
    '2025-1-5',
    '20250105',
    '2025/01/05',
    '2025-01-05 ',
    ' 2025-01-05',
    '2025-01-05\n',
    '2025-01-05T00:00:00Z',
    '+2025-01-05',
    '-2025-01-05',
    '２０２５-01-05',
    '2025-01-0\u0665',
    '2025-01-1e',
    'infinity',
    'today',
    '',
  ])('refuses %j', (text) => expect(isCalendarDate(text)).toBe(false))

  it('accepts the days of a complete Gregorian cycle, and no other day of any month', () => {
    for (let year = 1890; year < 2300; year++) {
      for (let month = 0; month <= 13; month++) {
        for (let day = 0; day <= 32; day++) {
          const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
          const date = new Date(Date.UTC(year, month - 1, day))
          const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
          if (isCalendarDate(text) !== (exists && year >= 1900)) expect.fail(text)
        }
      }
    }
  })

  it('accepts any day from 1900 to 2999', () => {
    fc.assert(fc.property(anyDate, (date) => isCalendarDate(date)))
  })
})

describe('addMonthsClamped', () => {
  it.each<[string, number, string | null]>([
    ['2024-01-31', 1, '2024-02-29'],
    ['2023-01-31', 1, '2023-02-28'],
    ['2024-01-31', 0, '2024-01-31'],
    ['2024-02-29', 12, '2025-02-28'],
    ['2024-02-29', 48, '2028-02-29'],
    ['2096-02-29', 48, '2100-02-28'],
    ['2024-12-15', 1, '2025-01-15'],
    ['2024-11-30', 1, '2024-12-30'],
    ['2024-03-31', -1, '2024-02-29'],
    ['2024-01-15', -1, '2023-12-15'],
    ['2025-06-01', 1200, '2125-06-01'],
    ['2999-11-30', 1, '2999-12-30'],
    ['2999-12-01', 1, null],
    ['2950-01-01', 600, null],
    ['2949-12-31', 600, '2999-12-31'],
    ['1900-01-31', -1, null],
  ])('%s and %i months give %s', (date, months, expected) =>
    expect(addMonthsClamped(date, months)).toBe(expected),
  )

  it('agrees with counting days one by one', () => {
    fc.assert(
      fc.property(anyDate, fc.integer({ min: 0, max: 60 }), (date, months) => {
        expect(addMonthsClamped(date, months)).toBe(slowly(date, months))
      }),
    )
  })

  it('returns a date in the requested month, or null past the last year', () => {
    fc.assert(
      fc.property(anyDate, fc.integer({ min: -1200, max: 1200 }), (date, months) => {
        const result = addMonthsClamped(date, months)
        const month = monthNumber(date) + months
        if (month < monthNumber('1900-01-01') || month > monthNumber('2999-12-31')) {
          expect(result).toBeNull()
        } else {
          expect(isCalendarDate(result ?? '')).toBe(true)
          expect(monthNumber(result ?? '')).toBe(month)
        }
      }),
    )
  })
})

describe('in every time zone', () => {
  afterEach(() => vi.unstubAllEnvs())

  it.each([
    ['Pacific/Kiritimati', -840],
    ['Pacific/Pago_Pago', 660],
  ])('%s', (zone, offset) => {
    vi.stubEnv('TZ', zone)
    expect(new Date().getTimezoneOffset()).toBe(offset)
    expect(isCalendarDate('2024-02-29')).toBe(true)
    expect(isCalendarDate('2023-02-29')).toBe(false)
    expect(addMonthsClamped('2024-01-31', 1)).toBe('2024-02-29')
    expect(addMonthsClamped('2024-10-31', 4)).toBe('2025-02-28')
  })
})

function dateOfDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}

function monthNumber(date: string): number {
  return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7))
}

/** Walks day by day into the requested month, as far as the requested day or the month's end. */
function slowly(date: string, months: number): string | null {
  const target = monthNumber(date) + months
  let day = Date.parse(date) / DAY_MS
  if (target > monthNumber('2999-12-31')) return null
  while (monthNumber(dateOfDay(day)) < target) day++
  while (dateOfDay(day).slice(8) < date.slice(8) && monthNumber(dateOfDay(day + 1)) === target) day++
  return dateOfDay(day)
}
