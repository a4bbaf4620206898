/**
 * Calendar dates as text, `YYYY-MM-DD` (RFC 3339 full-date), years 1900 to 2999. They name a day without a time zone,
 * and compare in order as text.
 */

/** Returns whether the text is an existing day, written in full. */
export function isCalendarDate(text: string): boolean {
  if (!/^(?:19|2\d)\d\d-\d\d-\d\d$/.test(text)) return false
  const month = Number(text.slice(5, 7))
  const day = Number(text.slice(8))
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(Number(text.slice(0, 4)), month)
}

/**
 * Returns the same day `months` later (earlier if negative), or that month's last day if it has no such day: 2024-01-31
 * and 1 give 2024-02-29.
 * @param date a date that `isCalendarDate` accepts
 * @param months an integer
 * @returns null when the result is outside the years 1900 to 2999
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

/** Formats an integer from 0 to 99 with two digits. */
export function twoDigits(number: number): string {
  return number < 10 ? `0${number}` : `${number}`
}
