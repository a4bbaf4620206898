import type { LogEvent } from 'kysely'

/** A finished statement: its text without its values, and the milliseconds that it took. */
export interface Statement {
  sql: string
  ms: number
}

export type OnStatement = (statement: Statement) => void

/** The part of Kysely's options that reports statements; empty without `onStatement`. */
export function statementLog(onStatement: OnStatement | undefined) {
  if (!onStatement) return {}
  return {
    log: ({ query, queryDurationMillis: ms }: LogEvent) => onStatement({ sql: query.sql, ms }),
  }
}
