import { type RawBuilder, sql } from 'kysely'
import type { Reader } from './db.ts'
import { isSqlite } from './json-rows.ts'

/** Returns the column in a form that no index has, so that another column's index is used. */
export function unindexed(
  reader: Reader,
  column: string,
  type: 'text' | 'number' | 'date' = 'text',
): RawBuilder<unknown> {
  const ref = sql.ref(column)
  if (isSqlite(reader) || type === 'number') return sql`+${ref}`
  return type === 'date' ? sql`(${ref} + 0)` : sql`(${ref} || '')`
}
