import { type RawBuilder, type Selectable, SqliteAdapter, sql } from 'kysely'
import type { Reader } from './db.ts'
import type { Schema } from './schema.ts'

type Value = string | number | null

/** Rows as `givenRows` takes them. */
export function toJsonRows(rows: readonly (readonly Value[])[]): string {
  return JSON.stringify(rows)
}

/** Rows of one column. */
export function toJsonList(values: readonly Value[]): string {
  return toJsonRows(values.map((value) => [value]))
}

/**
 * Rows that are handed to a statement, as its table `given`: one parameter however many they are, so that the
 * statement is built, parsed and planned once. Their columns are `givenText` and `givenNumber`, counted from 0.
 * PostgreSQL takes a table of jsonb_array_elements for a hundred rows long, for which it would rather read thousands
 * of rows in order than look each one up; an array it takes for ten.
 */
export function jsonRows(reader: Reader, rows: string) {
  return isSqlite(reader)
    ? sql<{ value: unknown }>`json_each(${rows})`.as('given')
    : sql<{ value: unknown }>`unnest(array(select jsonb_array_elements(cast(${rows} as jsonb))))`.as<'given'>(
        sql`given(value)`,
      )
}

/**
 * The rows of a table that this condition finds for each of the given ones, as that table: looked up one after the other.
 * A plain join PostgreSQL makes by reading the whole table, as long as it has no statistics of it.
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

/** A number that is 1 for true and 0 for false. */
export function jsonFlag(column: number) {
  return sql<boolean>`(${jsonNumber(column)} = 1)`
}

/** A date as `2025-01-31`. Only for PostgreSQL, where text is none. */
export function jsonDate(column: number) {
  return sql<string>`cast(${jsonText(column)} as date)`
}

/** A whole number: of a fraction PostgreSQL makes an error, and SQLite cuts it off. */
export function jsonNumber(column: number) {
  return sql<number>`cast(given.value ->> ${sql.lit(column)} as bigint)`
}

function isSqlite(reader: Reader): boolean {
  return reader.getExecutor().adapter instanceof SqliteAdapter
}
