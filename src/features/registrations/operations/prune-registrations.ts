import { type Clock, DAY_MICROS } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { findPendingQueues, removeQueues } from '../../deliveries/index.ts'
import { ownerMailQueueKey } from '../mail/owner-mail.ts'
import { listDecided, removeRegistrations } from '../queries.ts'

const PAGE = 200

/**
 * Removes registrations that were decided on more than `days` days ago (0: none) and their mails, a page at a time.
 * Registrations with a pending mail stay. Returns the number of removed ones.
 */
export async function pruneRegistrations(
  { db, clock }: { db: Db; clock: Clock },
  days: number,
): Promise<number> {
  if (days === 0) return 0
  const before = clock.now() - days * DAY_MICROS
  let removed = 0
  for (let after = { decidedAt: 0, id: 0 }; ; ) {
    const old = await listDecided(db.read, { after, before, limit: PAGE })
    removed += await db.write(async (trx) => {
      const keys = old.map(({ id }) => ownerMailQueueKey(id))
      const pending = keys.length === 0 ? new Set() : await findPendingQueues(trx, keys)
      const ids = old.map(({ id }) => id).filter((id) => !pending.has(ownerMailQueueKey(id)))
      await removeQueues(trx, ids.map(ownerMailQueueKey))
      await removeRegistrations(trx, ids)
      return ids.length
    })
    const last = old.at(-1)
    if (!last || old.length < PAGE) return removed
    after = { decidedAt: last.decided_at!, id: last.id }
  }
}
