interface Days {
  /** The first day, such as `2026-06-01`. */
  from?: string
  /** The last day. */
  to?: string
}

/**
 * Returns a list's query with the moments between which its days are where the person is: the server would take days of
 * UTC, and leave the last one out. What is no day stays, for the server to refuse.
 */
export function inMoments<Q extends Days>({ from, to, ...query }: Q) {
  return {
    ...query,
    ...(from !== undefined && { from: startOf(from, 0) }),
    ...(to !== undefined && { to: startOf(to, 1) }),
  }
}

function startOf(day: string, daysLater: number): string {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? []
  if (date === undefined) return day
  return new Date(Number(year), Number(month) - 1, Number(date) + daysLater).toISOString()
}
