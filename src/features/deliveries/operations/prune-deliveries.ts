import { type Clock, DAY_MICROS, type Micros } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import * as queries from '../queries/prune-queries.ts'

const PAGE = 500

/** Days to keep finished deliveries and attempts; 0 means forever. */
export interface DeliveryRetention {
  deliveredDays: number
  failedDays: number
  /** Attempts of deliveries that are kept. */
  attemptsDays: number
}

/**
 * Removes old finished deliveries and old attempts, a page at a time. Returns how many. Pending deliveries stay. Ids
 * are in the order of creation, so only old deliveries are read.
 */
export async function pruneDeliveries(
  { db, clock }: { db: Db; clock: Clock },
  { deliveredDays, failedDays, attemptsDays }: DeliveryRetention,
): Promise<{ deliveries: number; attempts: number }> {
  const now = clock.now()
  const before = (days: number) => (days === 0 ? 0 : now - days * DAY_MICROS)
  const delivered = await pruneFinished(db, 'delivered', before(deliveredDays))
  const failed = await pruneFinished(db, 'failed', before(failedDays))
  return { deliveries: delivered + failed, attempts: await pruneAttempts(db, before(attemptsDays)) }
}

async function pruneFinished(db: Db, status: 'delivered' | 'failed', before: Micros): Promise<number> {
  if (before === 0) return 0
  let removed = 0
  for (let after = 0; ; ) {
    const rows = await queries.listForPruning(db.read, status, after, PAGE)
    const old = rows.filter(({ created_at }) => created_at < before)
    const ids = old.filter((row) => row.finished_at !== null && row.finished_at < before).map(({ id }) => id)
    if (ids.length > 0) removed += await db.write((trx) => queries.removeFinished(trx, status, ids, before))
    if (old.length < PAGE) return removed
    after = rows.at(-1)!.id
  }
}

async function pruneAttempts(db: Db, before: Micros): Promise<number> {
  let total = 0
  for (;;) {
    const rows = before === 0 ? [] : await queries.listOldAttempts(db.read, before, PAGE)
    const ids = [...new Set(rows.map((row) => row.delivery_id))]
    const removed = ids.length === 0 ? 0 : await db.write((trx) => queries.removeAttempts(trx, ids, before))
    total += removed
    if (removed === 0) return total
  }
}
