import type Sqlite from 'better-sqlite3'
import { SqliteDialect, SqliteQueryCompiler, type SqliteStatement } from 'kysely'

/**
 * SQLite as Kysely speaks it, but for a plus before each parameter, behind which the planner doesn't look. A value
 * that it has looked at makes SQLite parse and plan the statement again whenever another one is bound, and that
 * takes ten times as long as running it. The price: a partial index counts only where a query names its condition
 * literally, with `sql.lit`.
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

/** A statement that takes true and false, for which SQLite has 1 and 0. */
export function acceptBooleans(statement: Sqlite.Statement): SqliteStatement {
  return {
    reader: statement.reader,
    all: (values) => statement.all(toBound(values)),
    run: (values) => statement.run(toBound(values)),
    iterate: (values) => statement.iterate(toBound(values)),
  }
}

/** Values as SQLite takes them. */
export function toBound(values: readonly unknown[]): unknown[] {
  return values.map((value) => (typeof value === 'boolean' ? Number(value) : value))
}
