import { sql } from 'kysely'
import { DAY_MICROS } from '../../platform/clock.ts'
import { openDatabase } from '../../platform/db/open.ts'

const LEAD_DAYS = 42
const REGISTRATION_DAYS = 9

/**
 * Moves what the demo has just made into the past, as if it had come day by day: else every chart is a single bar. Only
 * the database can, because no interface accepts the time at which something came.
 */
export async function age(dataDir: string): Promise<void> {
  const where = { DATA_DIR: dataDir, DATABASE_URL: undefined, DATABASE_POOL_SIZE: 1 }
  const db = await openDatabase(where, { absent: 'refuse', statementTimeoutMs: 0, onError: () => {} })
  try {
    await db.write(async (trx) => {
      await sql`update leads set received_at = received_at - ${daysOf(LEAD_DAYS)}`.execute(trx)
      await sql`update registrations set received_at = received_at - ${daysOf(REGISTRATION_DAYS)}`.execute(
        trx,
      )
      await sql`
        update warranties set created_at = min(created_at, unixepoch(registration_date, '+14 hours') * 1000000 + id * 61000000)`.execute(
        trx,
      )
    })
  } finally {
    await db.close()
  }
}

/** Some days and hours, different from record to record, and fewer than `most` days. */
function daysOf(most: number) {
  return sql`(id * id * 7919 % ${most * 1_000}) * ${DAY_MICROS / 1_000}`
}
