import type { LogEvent } from 'kysely'

/** A statement that has ended: its text, without its values, and the milliseconds that the database took for it. */
export interface Statement {
  sql: string
  ms: number
}

export type OnStatement = (statement: Statement) => void

/** The part of Kysely's options that tells of statements; nothing, at no cost, where nobody wants to know. */
export function tellOf(onStatement: OnStatement | undefined) {
  if (!onStatement) return {}
  return {
    log: ({ query, queryDurationMillis: ms }: LogEvent) => onStatement({ sql: query.sql, ms }),
  }
}
