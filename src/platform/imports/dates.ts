/** The order of day, month and year in the dates of a file. */
export type DateOrder = 'mdy' | 'dmy' | 'ymd'

export const DATE_ORDERS: readonly DateOrder[] = ['mdy', 'dmy', 'ymd']

/** `5/31/2026`, `31.05.2026` or `31-5-2026`, and the midnight that spreadsheets add. */
const DAY_OR_MONTH_FIRST = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})(?: 0?0:00(?::00)?| 12:00(?::00)? AM)?$/i
const YEAR_FIRST = /^(\d{4})([/.-])(\d{1,2})\2(\d{1,2})(?: 0?0:00(?::00)?)?$/

/**
 * Returns the order in which all these dates can be read; undefined where both can be meant, or neither fits all.
 * Texts that are no dates say nothing.
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
 * Returns the date as YYYY-MM-DD. A text in no known form is returned as it is, for the caller's own rules to judge;
 * undefined where the order is needed and not known.
 */
export function toIsoDate(text: string, order: DateOrder | undefined): string | undefined {
  const [, year, , month, day] = YEAR_FIRST.exec(text) ?? []
  if (year) return isoDate(year, month!, day!)
  const [, first, , second, lastYear] = DAY_OR_MONTH_FIRST.exec(text) ?? []
  if (!lastYear || order === 'ymd') return text
  if (order === 'dmy') return isoDate(lastYear, second!, first!)
  return order === 'mdy' || first === second ? isoDate(lastYear, first!, second!) : undefined
}

/** Returns the rest of a sentence about a date for which `toIsoDate` returned undefined. */
export function describeUnclearDate(text: string): string {
  return `"${text}" can be read as month/day or day/month: say which with --date-format mdy or --date-format dmy`
}

function isoDate(year: string, month: string, day: string): string {
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}
