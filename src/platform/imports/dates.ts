/** The order of day, month and year in the dates of a file. */
export type DateOrder = 'mdy' | 'dmy' | 'ymd'

export const DATE_ORDERS: readonly DateOrder[] = ['mdy', 'dmy', 'ymd']

/** `5/31/2026`, `31.05.2026` or `31-5-2026`, and the midnight that spreadsheets add. */
const DAY_OR_MONTH_FIRST = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})(?: 0?0:00(?::00)?| 12:00(?::00)? AM)?$/i
const YEAR_FIRST = /^(\d{4})([/.-])(\d{1,2})\2(\d{1,2})(?: 0?0:00(?::00)?)?$/

/**
 * Returns the order in which all these dates can be read; undefined if both orders fit, or neither fits all. Ignores
 * texts that are not dates.
 */
export function findDateOrder(texts: Iterable<string>): 'mdy' | 'dmy' | undefined {
  let [dayFirst, monthFirst] = [false, false]
  for (const text of texts) {
    const [, first, , second] = DAY_OR_MONTH_FIRST.exec(text) ?? []
    dayFirst ||= Number(first) > 12
    monthFirst ||= Number(second) > 12
  }
  if (dayFirst === monthFirst) return undefined
  return dayFirst ? 'dmy' : 'mdy'
}

/**
 * Returns the date as YYYY-MM-DD. A text in an unknown form is returned unchanged, for the caller's own validation;
 * undefined if the order is needed but not known.
 */
export function toIsoDate(text: string, order: DateOrder | undefined): string | undefined {
  const [, year, , month, day] = YEAR_FIRST.exec(text) ?? []
  if (year) return isoDate(year, month!, day!)
  const [, first, , second, lastYear] = DAY_OR_MONTH_FIRST.exec(text) ?? []
  if (!lastYear || order === 'ymd') return text
  if (order === 'dmy') return isoDate(lastYear, second!, first!)
  return order === 'mdy' || first === second ? isoDate(lastYear, first!, second!) : undefined
}

function isoDate(year: string, month: string, day: string): string {
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}
