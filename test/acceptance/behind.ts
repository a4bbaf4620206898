import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import pg from 'pg'
import type { TestServer } from '../support/server.ts'

/** Makes all pending deliveries due, as when their waits and the leases of killed processes have ended. */
export async function endWaits(server: TestServer): Promise<void> {
  await runSql(
    server,
    `UPDATE deliveries SET next_attempt_at = 0, lease_until = CASE WHEN lease_until IS NOT NULL THEN 0 END
      WHERE status = 'pending'`,
  )
}

/** Runs SQL on a server's database behind its back, on a connection of its own, and returns the rows. */
export async function runSql(
  { database: { env } }: TestServer,
  sql: string,
): Promise<Record<string, unknown>[]> {
  if (!env.DATABASE_URL) {
    const db = new Sqlite(join(env.DATA_DIR, 'transom.db'), { timeout: 5_000 })
    try {
      const statement = db.prepare(sql)
      if (statement.reader) return statement.all() as Record<string, unknown>[]
      statement.run()
      return []
    } finally {
      db.close()
    }
  }
  const client = new pg.Client({ connectionString: env.DATABASE_URL })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
