import type { Db, Trx } from './db.ts'

/** Work that waits until a transaction has ended. */
export type Afterwards = (() => Promise<unknown>)[]

const joins = new WeakMap<Db, { outside: Db; afterwards: Afterwards }>()

/**
 * Returns a handle whose reads and writes all take part in a transaction that is under way: what an operation does with
 * it is stored together with what its caller does. The owner of the transaction runs `afterwards` when it has ended,
 * whichever way.
 */
export function joinTransaction(db: Db, trx: Trx, afterwards: Afterwards = []): Db {
  const joined = Object.assign(Object.create(db) as Db, {
    read: trx,
    write: <T>(work: (trx: Trx) => Promise<T>) => work(trx),
    snapshot: <T>(work: (trx: Trx) => Promise<T>) => work(trx),
  })
  joins.set(joined, { outside: db, afterwards })
  return joined
}

/** Writes in a transaction of its own, after the one that `db` takes part in, if there is one. */
export function writeApart(db: Db, work: (trx: Trx) => Promise<unknown>): Promise<void> {
  const outside = joins.get(db)?.outside ?? db
  return afterTransaction(db, () => outside.write(work))
}

/** Runs the work after the transaction that `db` takes part in, whichever way it ended; now if there is none. */
export async function afterTransaction(db: Db, work: () => Promise<unknown>): Promise<void> {
  const joined = joins.get(db)
  if (joined) joined.afterwards.push(work)
  else await work()
}
