import { type Clock, DAY_MICROS } from '../../../platform/clock.ts'
import type { Db, Trx } from '../../../platform/db/db.ts'
import { findPendingQueues, removeQueues } from '../../deliveries/index.ts'
import { queueKeysOfLead } from '../lead-deliveries.ts'
import * as queries from '../queries.ts'

const PAGE = 200

/**
 * Removes leads received more than `days` days ago (0: none) and their deliveries, a page at a time. Leads with pending
 * deliveries stay. Returns how many were removed.
 */
export async function pruneLeads({ db, clock }: { db: Db; clock: Clock }, days: number): Promise<number> {
  if (days === 0) return 0
  const before = clock.now() - days * DAY_MICROS
  let removed = 0
  for (let after = 0; ; ) {
    // Ids follow the time of receipt, so the first page without old leads is the last one.
    const rows = await queries.listForPruning(db.read, after, PAGE)
    const old = rows.filter(({ received_at }) => received_at < before).map(({ id }) => id)
    if (old.length > 0) {
      removed += await db.write(async (trx) => {
        const settled = await withoutPending(trx, old)
        await removeQueues(trx, settled.flatMap(queueKeysOfLead))
        // Somebody may have put a failed delivery back in the queue meanwhile.
        const ids = await withoutPending(trx, settled)
        return ids.length === 0 ? 0 : queries.removeLeads(trx, ids)
      })
    }
    if (old.length < PAGE) return removed
    after = rows.at(-1)!.id
  }
}

async function withoutPending(trx: Trx, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const pending = await findPendingQueues(trx, ids.flatMap(queueKeysOfLead))
  return ids.filter((id) => !queueKeysOfLead(id).some((key) => pending.has(key)))
}
