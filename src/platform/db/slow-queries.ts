import type { LogEvent } from 'kysely'

const LONGEST_TEXT = 2_000

/** From how many milliseconds on a statement is slow, and who is told its text, which is without its values. */
export interface SlowQueries {
  ms: number
  tell(query: { sql: string; ms: number }): void
}

/** The part of Kysely's options that tells of slow queries; nothing, at no cost, where nobody wants to know. */
export function tellOfSlow(slow: SlowQueries | undefined) {
  if (!slow) return {}
  return {
    log({ query, queryDurationMillis: ms }: LogEvent) {
      if (ms >= slow.ms) slow.tell({ sql: query.sql.slice(0, LONGEST_TEXT), ms: Math.round(ms) })
    },
  }
}
