/** One bar of a chart, one row of its table. */
export interface Figure {
  label: string
  total: number
}

interface Period {
  from: string
  /** The day after the last one. */
  to: string
}

const DAY_MS = 86_400_000

/** Returns one figure for each day of a period, 0 for those without any. */
export function fillDays(counts: readonly { day: string; total: number }[], { from, to }: Period): Figure[] {
  const totals = new Map(sumBy(counts, ({ day }) => day).map(({ label, total }) => [label, total]))
  const days: Figure[] = []
  for (let ms = Date.parse(from); ms < Date.parse(to); ms += DAY_MS) {
    const label = new Date(ms).toISOString().slice(0, 10)
    days.push({ label, total: totals.get(label) ?? 0 })
  }
  return days
}

/** Returns one figure for each month of a period, 0 for those without any. */
export function fillMonths(counts: readonly { month: string; total: number }[], period: Period): Figure[] {
  const totals = new Map(counts.map(({ month, total }) => [month, total]))
  const months = new Set(fillDays([], period).map(({ label }) => label.slice(0, 7)))
  return [...months].map((label) => ({ label, total: totals.get(label) ?? 0 }))
}

/** Adds up totals that have the same label, in the order of their first appearance. */
export function sumBy<C extends { total: number }>(
  counts: readonly C[],
  labelOf: (count: C) => string,
): Figure[] {
  const sums = new Map<string, number>()
  for (const count of counts) {
    const label = labelOf(count)
    sums.set(label, (sums.get(label) ?? 0) + count.total)
  }
  return [...sums].map(([label, total]) => ({ label, total }))
}
