import { type RawBuilder, type Selectable, SqliteAdapter, sql } from 'kysely'
import type { Reader } from './db.ts'
import type { Schema } from './schema.ts'

type Value = string | number | null

/** Rows in the form that `jsonRows` accepts. */
export function toJsonRows(rows: readonly (readonly Value[])[]): string {
  return JSON.stringify(rows)
}

/** Rows of one column. */
export function toJsonList(values: readonly Value[]): string {
  return toJsonRows(values.map((value) => [value]))
}

/**
 * Passes rows to a statement as its table `given`. Read their columns with `jsonText` and `jsonNumber`, counted from 0.
 *
 * Gains: one parameter for any number of rows, so the statement is built, parsed and planned once. Gives up: SQL by
 * hand. PostgreSQL expects 100 rows of jsonb_array_elements, and then prefers reading a table of thousands to single
 * look-ups. It expects ten rows of an array.
 */
export function jsonRows(reader: Reader, rows: string) {
  return isSqlite(reader)
    ? sql<{ value: unknown }>`json_each(${rows})`.as('given')
    : sql<{ value: unknown }>`unnest(array(select jsonb_array_elements(cast(${rows} as jsonb))))`.as<'given'>(
        sql`given(value)`,
      )
}

/**
 * Returns the rows of a table that match the condition for each of the given rows, looked up one at a time. With
 * a plain join, PostgreSQL reads the complete table as long as it has no statistics of it.
 */
export function matchedByJsonRows<T extends keyof Schema & string>(
  reader: Reader,
  rows: string,
  table: T,
  condition: RawBuilder<unknown>,
) {
  const given = jsonRows(reader, rows)
  const found = isSqlite(reader)
    ? sql`${sql.table(table)} on ${condition}`
    : sql`lateral (select * from ${sql.table(table)} where ${condition} offset 0) as ${sql.table(table)}`
  return sql<Selectable<Schema[T]>>`(select ${sql.table(table)}.* from ${given} cross join ${found})`.as(
    table,
  )
}

export function jsonText(column: number) {
  return sql<string>`(given.value ->> ${sql.lit(column)})`
}

/** Converts 1 and 0 to true and false. */
export function jsonFlag(column: number) {
  return sql<boolean>`(${jsonNumber(column)} = 1)`
}

/** Reads a date such as `2025-01-31`. For PostgreSQL only, where text is not a date. */
export function jsonDate(column: number) {
  return sql<string>`cast(${jsonText(column)} as date)`
}

/** Reads an integer. PostgreSQL refuses a fraction; SQLite truncates it. */
export function jsonNumber(column: number) {
  return sql<number>`cast(given.value ->> ${sql.lit(column)} as bigint)`
}

/** Returns whether the reader's database is the embedded one. */
export function isSqlite(reader: Reader): boolean {
  return reader.getExecutor().adapter instanceof SqliteAdapter
}
