import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import * as queries from './prune-queries.ts'

const AT_ONCE = 500
const DAY_MICROS = 86_400_000_000

/** Days for which things are kept once they are over; 0: for ever. */
export interface DeliveryRetention {
  deliveredDays: number
  failedDays: number
  /** Attempts of deliveries that are still there. */
  attemptsDays: number
}

/**
 * Removes deliveries that were over long ago, and old attempts, some at a time. What is pending stays, however old.
 * Deliveries lie in the order in which they were made, so only the old ones are looked at.
 */
export async function pruneDeliveries(
  { db, clock }: { db: Db; clock: Clock },
  { deliveredDays, failedDays, attemptsDays }: DeliveryRetention,
): Promise<{ deliveries: number; attempts: number }> {
  const now = clock.now()
  const before = (days: number) => (days === 0 ? 0 : now - days * DAY_MICROS)
  const limits = { delivered: before(deliveredDays), failed: before(failedDays) }
  const youngest = Math.max(limits.delivered, limits.failed)
  let deliveries = 0
  for (let after = 0; youngest > 0; ) {
    const rows = await queries.listForPruning(db.read, after, AT_ONCE)
    const old = rows.filter(({ created_at }) => created_at < youngest)
    const over = old.filter(({ status, finished_at }) => {
      return status !== 'pending' && finished_at !== null && finished_at < limits[status]
    })
    const ids = over.map(({ id }) => id)
    if (ids.length > 0) deliveries += await db.write((trx) => queries.removeFinished(trx, ids, limits))
    if (old.length < AT_ONCE) break
    after = rows.at(-1)!.id
  }
  return { deliveries, attempts: await pruneAttempts(db, before(attemptsDays)) }
}

async function pruneAttempts(db: Db, before: number): Promise<number> {
  let total = 0
  for (;;) {
    const rows = before === 0 ? [] : await queries.listOldAttempts(db.read, before, AT_ONCE)
    const ids = [...new Set(rows.map((row) => row.delivery_id))]
    const removed = ids.length === 0 ? 0 : await db.write((trx) => queries.removeAttempts(trx, ids, before))
    total += removed
    if (removed === 0) return total
  }
}
