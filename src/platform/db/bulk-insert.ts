import {
  type CompiledQuery,
  type Insertable,
  type InsertQueryBuilder,
  type RawBuilder,
  type Selectable,
  SqliteAdapter,
} from 'kysely'
import { compiledQuery } from './compiled-query.ts'
import type { Trx } from './db.ts'
import { jsonDate, jsonFlag, jsonNumber, jsonRows, jsonText, toJsonRows } from './json-rows.ts'
import type { Schema } from './schema.ts'

type Row<T extends keyof Schema> = Insertable<Schema[T]>
type Column<T extends keyof Schema> = keyof Schema[T] & string

/** `number` means an integer. */
type Kind = 'text' | 'number' | 'flag' | 'date'

const READ: Record<Kind, (column: number) => RawBuilder<unknown>> = {
  text: jsonText,
  number: jsonNumber,
  flag: jsonFlag,
  date: jsonDate,
}

/** The most rows of one statement, a power of two. */
const MOST_ROWS = 64

/**
 * Builds an INSERT of rows with a value or null in each of these columns. Returns `returning` of each inserted row, in
 * any order. With `unique`, skips rows that already exist by these columns.
 *
 * PostgreSQL receives all rows as one parameter. SQLite, which binds values much faster than it reads JSON, receives
 * statements of 64, 32, 16 … rows. Gains: a batch of any size uses one of a few prepared statements, and 64 rows of two
 * columns take 64 µs instead of 163. Gives up: column types are listed by hand, and PostgreSQL's rows pass through
 * JSON.
 */
export function bulkInsert<T extends keyof Schema, R extends Column<T>>(
  table: T,
  columns: Partial<Record<Column<T>, Kind>>,
  returning: readonly R[],
  { unique }: { unique?: readonly Column<T>[] } = {},
) {
  type Returned = Pick<Selectable<Schema[T]>, R & keyof Selectable<Schema[T]>>
  const names = Object.keys(columns) as Column<T>[]
  const valuesOf = (row: Row<T>) =>
    names.map((name) => {
      const value = (row as Record<string, string | number | boolean | null | undefined>)[name]
      return typeof value === 'boolean' ? Number(value) : (value ?? null)
    })
  const asOneParameter = compiledQuery((reader, { rows }: { rows: string }) =>
    reader
      .insertInto(table)
      .columns(names as never)
      .expression((eb) =>
        eb
          .selectFrom(jsonRows(reader, rows))
          .select(names.map((name, index) => READ[columns[name]!](index).as(name))),
      )
      .$if(unique !== undefined, skipExisting)
      .$if(returning.length > 0, (insert) => insert.returning(returning as never)),
  )
  const skipExisting = <Q>(query: Q): Q =>
    (query as InsertQueryBuilder<Schema, T, unknown>).onConflict((conflict) =>
      conflict.columns(unique as never).doNothing(),
    ) as Q
  const bySize = new Map<number, CompiledQuery>()

  function statementFor(trx: Trx, size: number): CompiledQuery {
    let statement = bySize.get(size)
    if (!statement) {
      const placeholder = Object.fromEntries(names.map((name) => [name, 0]))
      const rows = Array.from({ length: size }, () => placeholder) as never
      statement = trx
        .insertInto(table)
        .values(rows)
        .$if(unique !== undefined, skipExisting)
        .$if(returning.length > 0, (insert) => insert.returning(returning as never))
        .compile()
      bySize.set(size, statement)
    }
    return statement
  }

  return async (trx: Trx, rows: readonly Row<T>[]): Promise<Returned[]> => {
    if (!(trx.getExecutor().adapter instanceof SqliteAdapter)) {
      const returned: unknown[] = await asOneParameter(trx, { rows: toJsonRows(rows.map(valuesOf)) })
      return returned as Returned[]
    }
    const returned: Returned[] = []
    for (let start = 0, size = MOST_ROWS; start < rows.length; ) {
      while (size > rows.length - start) size /= 2
      const parameters = rows.slice(start, start + size).flatMap(valuesOf)
      const { rows: some } = await trx.executeQuery({ ...statementFor(trx, size), parameters })
      returned.push(...(some as Returned[]))
      start += size
    }
    return returned
  }
}
