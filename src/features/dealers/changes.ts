import { invalidate, revisionOf } from '../../platform/db/cached.ts'
import type { Db, Reader, Trx } from '../../platform/db/db.ts'
import { DEALERS } from '../brands/index.ts'

export { DEALERS }

/** Call it before reading dealers, groups or territories in order to change them: one transaction at a time does. */
export function lockDealers(db: Db, trx: Trx): Promise<void> {
  return db.lock(trx, DEALERS)
}

/** Call it in the transaction that changes a dealer, its brands, or a territory. */
export function dealersChanged(db: Db, trx: Trx): Promise<void> {
  return invalidate(db, trx, DEALERS)
}

/** Returns a number that every change of dealers raises. */
export function dealersRevision(reader: Reader): Promise<number> {
  return revisionOf(reader, DEALERS)
}
