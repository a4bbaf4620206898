import { SqliteAdapter, sql } from 'kysely'
import type { Reader } from './db.ts'

type Value = string | number | null

/** Rows as `givenRows` takes them. */
export function toGiven(rows: readonly (readonly Value[])[]): string {
  return JSON.stringify(rows)
}

/**
 * Rows that are handed to a statement, as its table `given`: one parameter however many they are, so that the
 * statement is built, parsed and planned once. Their columns are `givenText` and `givenNumber`, counted from 0.
 */
export function givenRows(reader: Reader, rows: string) {
  const table =
    reader.getExecutor().adapter instanceof SqliteAdapter
      ? sql<{ value: unknown }>`json_each(${rows})`
      : sql<{ value: unknown }>`jsonb_array_elements(cast(${rows} as jsonb))`
  return table.as('given')
}

export function givenText(column: number) {
  return sql<string>`(given.value ->> ${sql.lit(column)})`
}

/** A number that is 1 for true and 0 for false. */
export function givenFlag(column: number) {
  return sql<boolean>`(${givenNumber(column)} = 1)`
}

/** A date as `2025-01-31`. Only for PostgreSQL, where text is none. */
export function givenDate(column: number) {
  return sql<string>`cast(${givenText(column)} as date)`
}

export function givenNumber(column: number) {
  return sql<number>`cast(given.value ->> ${sql.lit(column)} as bigint)`
}
