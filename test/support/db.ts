import { inject } from 'vitest'
import type { Db } from '../../src/platform/db/db.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { openDatabase } from '../../src/platform/db/open.ts'
import { createDatabase, type TestDatabase } from './databases.ts'

/** A migrated database of the test's own, opened. */
export interface OpenTestDatabase extends TestDatabase {
  db: Db
  /** Opens the same database once more, as a second process would. The test closes it. */
  openAnother(): Promise<Db>
}

/**
 * Creates a migrated database on whatever the test project runs on, and opens it. `drop` closes it too.
 * About 40 ms on PostgreSQL and 5 ms on SQLite: give each test its own where they would meet.
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

/** Makes the tables in an empty database. */
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
