import { applySetup } from '../src/features/setup/apply.ts'
import { systemClock } from '../src/platform/clock.ts'
import type { TestDatabase } from '../test/support/databases.ts'
import { openMigrated } from './databases.ts'
import { seedWarranties } from './seed-warranties.ts'
import { callers } from './world.ts'

/** Makes the tables, users and a token, and so many warranties. Returns the seconds that the warranties took. */
export async function seed(database: TestDatabase, warranties: number): Promise<number> {
  const db = await openMigrated(database)
  try {
    const setup = { db, clock: systemClock, targets: { allowPrivate: true }, locate: async () => null }
    await applySetup(setup, Buffer.from(JSON.stringify(callers())))
    const start = performance.now()
    if (warranties > 0) await seedWarranties(database, db, warranties)
    return (performance.now() - start) / 1000
  } finally {
    await db.close()
  }
}
