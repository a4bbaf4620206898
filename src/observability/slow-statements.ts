import type { Logger } from 'pino'
import type { OnStatement } from '../platform/db/statements.ts'

const LONGEST_TEXT = 2_000

/** Returns a listener that logs statements of `slowMs` or longer and passes all on; undefined if neither is wanted. */
export function watchStatements(
  log: Logger,
  { slowMs, onStatement }: { slowMs: number; onStatement?: OnStatement | undefined },
): OnStatement | undefined {
  if (slowMs === 0) return onStatement
  return (statement) => {
    const { sql, ms } = statement
    if (ms >= slowMs) log.warn({ sql: sql.slice(0, LONGEST_TEXT), ms: Math.round(ms) }, 'slow query')
    onStatement?.(statement)
  }
}
