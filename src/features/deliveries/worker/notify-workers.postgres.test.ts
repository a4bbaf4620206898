import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type OpenTestDatabase, openTestDatabase } from '../../../../test/support/db.ts'
import type { Db } from '../../../platform/db/db.ts'
import {
  addBrands,
  administer,
  makeEngine,
  newDelivery,
  Receiver,
  refused,
  rowsOf,
  until,
} from '../engine.test-support.ts'
import { retryDeliveries } from '../operations/retry-deliveries.ts'

/** No worker polls while a test runs. */
const pollMs = 3_600_000

let database: OpenTestDatabase
let db: Db
let another: Db

beforeEach(async () => {
  database = await openTestDatabase()
  db = database.db
  another = await database.openAnother()
  await addBrands(db, 1)
})
afterEach(async () => {
  await another.close()
  await database.drop()
})

/** Starts a worker on another connection, which has read the outbox once and found nothing. */
async function startElsewhere(receiver: Receiver) {
  const listening = vi.fn()
  another.onNotify('warm-up', listening)
  await until(() => expect(listening).toHaveBeenCalled())
  const elsewhere = makeEngine(another, receiver, { pollMs })
  elsewhere.start()
  return elsewhere
}

it('a worker is notified of everything that another process enqueues', async () => {
  const receiver = new Receiver()
  await startElsewhere(receiver)
  const here = makeEngine(db, new Receiver())
  for (let i = 1; i <= 30; i++) {
    await db.write((trx) => here.enqueueAll(trx, [newDelivery()]))
    here.wake()
    if (i % 3 === 0) await until(() => expect(receiver.received).toHaveLength(i))
  }
})

it('a worker is notified of deliveries that are retried by hand', async () => {
  const here = makeEngine(db, new Receiver(refused))
  await db.write((trx) => here.enqueueAll(trx, [newDelivery({ queueKey: 'lead:1' })]))
  await here.attemptNow('lead:1', { reopen: true, budgetMs: 5_000 })
  const receiver = new Receiver()
  await startElsewhere(receiver)
  await retryDeliveries(administer(db, here), { ids: [(await rowsOf(db))[0]!.id] })
  await until(() => expect(receiver.received).toHaveLength(1))
})

it('other processes are not notified while the worker here has room', async () => {
  const receiver = new Receiver()
  const here = makeEngine(db, receiver, { pollMs })
  here.start()
  const notify = vi.spyOn(db, 'notify')
  await db.write((trx) => here.enqueueAll(trx, [newDelivery()]))
  here.wake()
  await until(() => expect(receiver.received).toHaveLength(1))
  expect(notify).not.toHaveBeenCalled()
})
