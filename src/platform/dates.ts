/**
 * Calendar dates as text, `YYYY-MM-DD` (RFC 3339 full-date), years 1900 to 2999. They name a day, not a moment,
 * so nothing here knows a time zone; as text they also compare in order.
 */

/** True for a day that exists, written in full. */
export function isCalendarDate(text: string): boolean {
  if (!/^(?:19|2\d)\d\d-\d\d-\d\d$/.test(text)) return false
  const month = Number(text.slice(5, 7))
  const day = Number(text.slice(8))
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(Number(text.slice(0, 4)), month)
}

/**
 * The same day so many months later (earlier, if negative), or that month's last day where it has no such day:
 * 2024-01-31 and 1 give 2024-02-29. Takes what `isCalendarDate` accepts and a whole number of months; null when
 * the result leaves the years 1900 to 2999.
 */
export function addMonthsClamped(date: string, months: number): string | null {
  const monthsSinceYear0 = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 + months
  const year = Math.floor(monthsSinceYear0 / 12)
  if (year < 1900 || year > 2999) return null
  const month = monthsSinceYear0 - year * 12 + 1
  const day = Math.min(Number(date.slice(8)), daysInMonth(year, month))
  return `${year}-${twoDigits(month)}-${twoDigits(day)}`
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
}

/** A whole number from 0 to 99 as a date or a time of day has it. */
export function twoDigits(number: number): string {
  return number < 10 ? `0${number}` : `${number}`
}
