import type Sqlite from 'better-sqlite3'
import { SqliteDialect, SqliteQueryCompiler, type SqliteStatement } from 'kysely'

/**
 * Kysely's SQLite dialect with a plus before each parameter, which hides the value from the planner. Otherwise SQLite
 * parses and plans the statement again for every new value, which takes ten times as long as running it. The price:
 * SQLite uses a partial index only if a query names its condition literally, with `sql.lit`.
 */
export class PlannedOnceDialect extends SqliteDialect {
  override createQueryCompiler(): SqliteQueryCompiler {
    return new PlannedOnceCompiler()
  }
}

class PlannedOnceCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return '+?'
  }
}

/** A statement that accepts true and false, which SQLite stores as 1 and 0. */
export function acceptBooleans(statement: Sqlite.Statement): SqliteStatement {
  return {
    reader: statement.reader,
    all: (values) => statement.all(toBound(values)),
    run: (values) => statement.run(toBound(values)),
    iterate: (values) => statement.iterate(toBound(values)),
  }
}

/** Converts values to types that SQLite accepts. */
export function toBound(values: readonly unknown[]): unknown[] {
  return values.map((value) => (typeof value === 'boolean' ? Number(value) : value))
}
