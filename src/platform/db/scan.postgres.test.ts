import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../test/support/db.ts'
import { isUnavailable } from './unavailable.ts'

const { db, drop } = await openTestDatabase()
afterAll(drop)

const scan = (seconds: number) => sql`select pg_sleep(${seconds})`.execute(db.scan)

async function scansThatRun(): Promise<number> {
  const { rows } = await sql<{ scans: number }>`select count(*) as scans from pg_stat_activity
    where datname = current_database() and state = 'active' and query like 'select pg_sleep%'`.execute(
    db.read,
  )
  return rows[0]!.scans
}

test('scans leave connections to other queries, and fail if they wait too long', async () => {
  // Scans may use three of five connections.
  const running = [scan(8), scan(8), scan(8)]
  await expect.poll(scansThatRun, { timeout: 10_000 }).toBe(3)
  await expect(scan(0)).rejects.toSatisfy(isUnavailable)
  expect(await scansThatRun()).toBe(3)
  await Promise.all(running)
  await scan(0)
})
