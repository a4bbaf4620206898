import { invalidate, revisionOf } from '../../platform/db/cached.ts'
import type { Db, Reader, Trx } from '../../platform/db/db.ts'
import { DEALERS } from '../brands/index.ts'

export { DEALERS }

/** To be called before dealers, groups or territories are looked at in order to change them: one at a time does. */
export function lockDealers(db: Db, trx: Trx): Promise<void> {
  return db.lock(trx, DEALERS)
}

/** To be called in the transaction that changes a dealer, what it carries, or a territory. */
export function dealersChanged(db: Db, trx: Trx): Promise<void> {
  return invalidate(db, trx, DEALERS)
}

/** Tells what was read of dealers apart from what is stored after a change. */
export function dealersRevision(reader: Reader): Promise<number> {
  return revisionOf(reader, DEALERS)
}
