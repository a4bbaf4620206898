import type { Db, Trx } from './db.ts'

/**
 * Returns a handle whose reads and writes all take part in a transaction that is under way: what an operation does with
 * it is stored together with what its caller does.
 */
export function joinTransaction(db: Db, trx: Trx): Db {
  return Object.assign(Object.create(db) as Db, {
    read: trx,
    write: <T>(work: (trx: Trx) => Promise<T>) => work(trx),
    snapshot: <T>(work: (trx: Trx) => Promise<T>) => work(trx),
  })
}
