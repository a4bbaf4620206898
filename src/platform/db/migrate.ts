import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { systemClock } from '../clock.ts'
import { AppError } from '../errors.ts'
import type { Db } from './db.ts'

const FOLDER = join(import.meta.dirname, '../../../migrations')

/** A migration as recorded in the database. */
export interface AppliedMigration {
  name: string
  checksum: string
}

interface Migration extends AppliedMigration {
  text: string
}

/**
 * Migrates the database to the newest schema. Several processes may call it concurrently: each waits for the others and
 * finds nothing left to do. Where nothing is missing, the role needs no right to change the schema.
 * @returns the names of the applied migrations
 * @throws {AppError} when the database is newer than this program, or an applied migration has changed
 */
export async function migrate(db: Db, folder = FOLDER): Promise<string[]> {
  const migrations = readMigrations(join(folder, db.dialect))
  const applied = await appliedMigrations(db)
  if (applied && missingFrom(applied, migrations).length === 0) return []
  return db.exclusive(async (script, trx) => {
    await script.query(
      'CREATE TABLE IF NOT EXISTS schema_migrations (name text PRIMARY KEY, checksum text NOT NULL, applied_at bigint NOT NULL)',
    )
    const { rows } = await sql<AppliedMigration>`select name, checksum from schema_migrations`.execute(trx)
    const missing = missingFrom(rows, migrations)
    for (const { name, text, checksum } of missing) {
      await script.query(text)
      await sql`insert into schema_migrations (name, checksum, applied_at) values (${name}, ${checksum}, ${systemClock.now()})`.execute(
        trx,
      )
    }
    return missing.map((migration) => migration.name)
  })
}

/** Returns the names of the pending migrations. @throws {AppError} like `migrate` */
export async function pendingMigrations(db: Db, folder = FOLDER): Promise<string[]> {
  const applied = (await appliedMigrations(db)) ?? []
  return missingMigrations(db.dialect, applied, folder)
}

/** Returns the recorded migrations; undefined if the database has no table of them. */
async function appliedMigrations(db: Db): Promise<AppliedMigration[] | undefined> {
  const table = await sql`select 1 from ${sql.raw(
    db.dialect === 'sqlite'
      ? "sqlite_master where name = 'schema_migrations'"
      : "pg_tables where tablename = 'schema_migrations' and schemaname = any (current_schemas(false))",
  )}`.execute(db.read)
  if (table.rows.length === 0) return undefined
  const { rows } = await sql<AppliedMigration>`select name, checksum from schema_migrations`.execute(db.read)
  return rows
}

/**
 * Returns the names of the migrations that the recorded ones lack.
 * @throws {AppError} when the database is newer than this program, or an applied migration has changed
 */
export function missingMigrations(
  dialect: Db['dialect'],
  applied: readonly AppliedMigration[],
  folder = FOLDER,
): string[] {
  return missingFrom(applied, readMigrations(join(folder, dialect))).map(({ name }) => name)
}

function readMigrations(folder: string): Migration[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name))
    .sort()
    .map((name) => {
      const text = readFileSync(join(folder, name), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    })
}

function missingFrom(applied: readonly AppliedMigration[], migrations: Migration[]): Migration[] {
  const known = new Map(migrations.map((migration) => [migration.name, migration.checksum]))
  for (const { name, checksum } of applied) {
    const expected = known.get(name)
    if (expected === undefined) {
      throw new AppError(
        'UNAVAILABLE',
        `The database has migration ${name}, which this version of Transom does not know. Run the newer version.`,
      )
    }
    if (expected !== checksum) {
      throw new AppError(
        'UNAVAILABLE',
        `Migration ${name} is not the one that was applied to this database. Applied migrations are never edited.`,
      )
    }
  }
  const names = new Set(applied.map(({ name }) => name))
  return migrations.filter(({ name }) => !names.has(name))
}
