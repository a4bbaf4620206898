import type { LogEvent } from 'kysely'

/** A finished statement: its text without its values, and its duration in milliseconds. */
export interface Statement {
  sql: string
  ms: number
}

export type OnStatement = (statement: Statement) => void

/** Returns Kysely's options that report statements; empty without `onStatement`. */
export function statementLog(onStatement: OnStatement | undefined) {
  if (!onStatement) return {}
  return {
    log: ({ query, queryDurationMillis: ms }: LogEvent) => onStatement({ sql: query.sql, ms }),
  }
}
