import pg from 'pg'
import { applySetup } from '../src/features/setup/apply.ts'
import { RECORD_PATHS } from '../src/features/warranties/index.ts'
import { systemClock } from '../src/platform/clock.ts'
import type { Db } from '../src/platform/db/db.ts'
import type { TestDatabase } from '../test/support/databases.ts'
import { NOWHERE } from '../test/support/nowhere.ts'
import { openMigrated } from './databases.ts'
import { callers } from './world.ts'

/** Migrates, creates the callers, and calls `fill`. Returns the seconds that `fill` took. */
export async function seed(database: TestDatabase, fill: (db: Db) => Promise<void>): Promise<number> {
  const db = await openMigrated(database)
  try {
    await apply(db, callers())
    const start = performance.now()
    await fill(db)
    return (performance.now() - start) / 1000
  } finally {
    await db.close()
  }
}

/** Applies a set-up file. */
export async function apply(db: Db, document: object): Promise<void> {
  const principal = { kind: 'shell', name: 'bench' } as const
  const rules = { targets: { allowPrivate: true }, recordPaths: RECORD_PATHS }
  const setup = { db, clock: systemClock, principal, ...rules, ...NOWHERE }
  await applySetup(setup, Buffer.from(JSON.stringify(document)))
}

/** On PostgreSQL, does what autovacuum and the checkpointer would otherwise do in the middle of a measurement. */
export async function settle({ env }: TestDatabase): Promise<void> {
  if (env.DATABASE_URL === undefined) return
  const client = new pg.Client({ connectionString: env.DATABASE_URL })
  await client.connect()
  await client.query('VACUUM ANALYZE')
  await client.query('CHECKPOINT')
  await client.end()
}
