import { invalidate, revisionOf } from '../../platform/db/cached.ts'
import type { Db, Reader, Trx } from '../../platform/db/db.ts'
import { DEALERS } from '../brands/index.ts'

export { DEALERS }

/** Locks dealers, groups and territories for one transaction at a time. Call it before reading them to change them. */
export function lockDealers(db: Db, trx: Trx): Promise<void> {
  return db.lock(trx, DEALERS)
}

/** Invalidates cached dealers. Call it in the transaction that changes a dealer, its brands, or a territory. */
export function dealersChanged(db: Db, trx: Trx): Promise<void> {
  return invalidate(db, trx, DEALERS)
}

/** Returns a number that every change of dealers raises. */
export function dealersRevision(reader: Reader): Promise<number> {
  return revisionOf(reader, DEALERS)
}
