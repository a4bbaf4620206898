import { type Clock, DAY_MICROS } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { listOldest, removeEvents } from '../queries/event-queries.ts'

const KEPT_DAYS = 30
const PAGE = 1_000

/** Removes events older than 30 days, a page at a time. Returns how many. Ids are in the order of creation. */
export async function pruneEvents({ db, clock }: { db: Db; clock: Clock }): Promise<number> {
  const before = clock.now() - KEPT_DAYS * DAY_MICROS
  let removed = 0
  for (;;) {
    const rows = await listOldest(db.read, PAGE)
    const old = rows.filter(({ created_at }) => created_at < before).map(({ id }) => id)
    if (old.length > 0) await db.write((trx) => removeEvents(trx, old))
    removed += old.length
    if (old.length < PAGE) return removed
  }
}
