import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { migrate } from '../src/platform/db/migrate.ts'
import { openDatabase } from '../src/platform/db/open.ts'
import { createDatabase, type TestDatabase } from '../test/support/databases.ts'
import { startPostgres } from '../test/support/postgres.ts'
import { makeTempFolder, removeFolder, removeStaleFolders } from '../test/support/temp-folders.ts'

export const DIALECTS = ['sqlite', 'postgres'] as const
export type Dialect = (typeof DIALECTS)[number]

/** PostgreSQL's own defaults instead of the tests': acknowledged data is on disk. */
const POSTGRES_SETTINGS = { fsync: 'on', shared_buffers: '128MB', max_connections: '100' }

/** Creates throw-away databases. `await using` removes them all. */
export interface Databases extends AsyncDisposable {
  dialect: Dialect
  /** A database without tables. */
  create(): Promise<TestDatabase>
  /** Returns the database's version. */
  version(): Promise<string>
}

/** Starts a PostgreSQL of its own, or makes a folder for embedded databases. */
export async function startDatabases(dialect: Dialect): Promise<Databases> {
  await removeStaleFolders('bench')
  const folder = makeTempFolder('bench')
  const postgres = dialect === 'postgres' ? await startPostgres(POSTGRES_SETTINGS) : undefined
  return {
    dialect,
    create: () => createDatabase({ folder, adminUrl: postgres?.adminUrl }),
    version: () => (postgres ? versionOf(postgres.adminUrl) : sqliteVersion()),
    async [Symbol.asyncDispose]() {
      await postgres?.stop()
      removeFolder(folder)
    },
  }
}

async function versionOf(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query('SHOW server_version')
  await client.end()
  return rows[0].server_version
}

async function sqliteVersion(): Promise<string> {
  const db = new Sqlite(':memory:')
  const version = db.prepare('SELECT sqlite_version()').pluck().get() as string
  db.close()
  return version
}

/** Opens and migrates a database. */
export async function openMigrated({ env }: TestDatabase) {
  const where = { DATABASE_URL: env.DATABASE_URL, DATA_DIR: env.DATA_DIR, DATABASE_POOL_SIZE: 2 }
  const db = await openDatabase(where, { statementTimeoutMs: 0, onError: console.error })
  await migrate(db)
  return db
}
