import { text } from '../text/text.ts'

const numbers = new Intl.NumberFormat(text.locale)
const days = new Intl.DateTimeFormat(text.locale, { dateStyle: 'medium', timeZone: 'UTC' })
const months = new Intl.DateTimeFormat(text.locale, { month: 'short', year: 'numeric', timeZone: 'UTC' })
const moments = new Intl.DateTimeFormat(text.locale, { dateStyle: 'medium', timeStyle: 'short' })
const utc = new Intl.DateTimeFormat(text.locale, {
  dateStyle: 'medium',
  timeStyle: 'medium',
  timeZone: 'UTC',
})

const shares = new Intl.NumberFormat(text.locale, { style: 'percent', maximumFractionDigits: 1 })

/** A part of a whole, 0 to 1, in percent. */
export function formatShare(share: number): string {
  return shares.format(share)
}

export function formatNumber(number: number): string {
  return numbers.format(number)
}

/** A date without a time, such as `2026-06-01`: the same in every zone. */
export function formatDay(day: string): string {
  const date = new Date(`${day.slice(0, 10)}T00:00:00Z`)
  return Number.isNaN(date.getTime()) ? day : days.format(date)
}

/** A month, such as `2026-06`. */
export function formatMonth(month: string): string {
  return months.format(new Date(`${month}-01T00:00:00Z`))
}

/** A moment, in the person's own zone. */
export function formatMoment(moment: string): string {
  return moments.format(new Date(moment))
}

export function formatUtc(moment: string): string {
  return text.common.utc(utc.format(new Date(moment)))
}
