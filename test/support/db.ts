import { afterEach, beforeEach, inject } from 'vitest'
import type { Db } from '../../src/platform/db/db.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { openDatabase } from '../../src/platform/db/open.ts'
import { createDatabase, type TestDatabase } from './databases.ts'

/** A migrated and open database for one test file. */
export interface OpenTestDatabase extends TestDatabase {
  db: Db
  /** Opens the same database again, like a second process. The test closes it. */
  openAnother(): Promise<Db>
}

/**
 * Creates and opens a migrated database of the project's kind. `drop` closes it too.
 * Takes about 40 ms on PostgreSQL and 5 ms on SQLite: give each test its own where they would conflict.
 */
export async function openTestDatabase(): Promise<OpenTestDatabase> {
  const database = await createDatabase(inject('databaseServer'))
  const db = await open(database)
  return {
    ...database,
    db,
    openAnother: () => open(database),
    async drop() {
      await db.close()
      await database.drop()
    },
  }
}

/** Gives each test of a file a database of its own. */
export function openPerTest(): OpenTestDatabase {
  const database = {} as OpenTestDatabase
  beforeEach(async () => void Object.assign(database, await openTestDatabase()))
  afterEach(() => database.drop())
  return database
}

/** Gives each test of a file a database of its own that two processes have open: `database.db` and `other`. */
export function openTwicePerTest() {
  const opened = {} as { database: OpenTestDatabase; other: Db }
  beforeEach(async () => {
    opened.database = await openTestDatabase()
    opened.other = await opened.database.openAnother()
  })
  afterEach(async () => {
    await opened.other.close()
    await opened.database.drop()
  })
  return opened
}

/** Migrates an empty database. */
export async function migrateDatabase(database: TestDatabase): Promise<void> {
  const db = await open(database)
  await migrate(db)
  await db.close()
}

function open({ env: { DATA_DIR, DATABASE_URL } }: TestDatabase): Promise<Db> {
  return openDatabase(
    { DATABASE_URL, DATA_DIR, DATABASE_POOL_SIZE: 5 },
    { statementTimeoutMs: 10_000, onError: (error) => console.error(String(error)) },
  )
}
