import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { openPerTest } from '../../../../test/support/db.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Outcome } from '../delivery.ts'
import {
  addBrands,
  down,
  makeEngine,
  newDelivery,
  postpone,
  Receiver,
  refused,
  rowsOf,
  until,
} from '../engine.test-support.ts'
import type { Deliveries } from '../index.ts'

const now = { reopen: true, budgetMs: 5_000 }
const LANE = 'warranty:1'

const database = openPerTest()
let db: Db

beforeEach(async () => {
  db = database.db
  await addBrands(db, 1)
})

async function enqueue(engine: Deliveries, count = 1) {
  const items = Array.from({ length: count }, () => newDelivery({ queueKey: LANE }))
  await db.write((trx) => engine.enqueueAll(trx, items))
  return rowsOf(db)
}

/** The same database, and how many writes have ended. */
function counting(db: Db) {
  let writes = 0
  const write: Db['write'] = async (work) => {
    try {
      return await db.write(work)
    } finally {
      writes++
    }
  }
  return { db: { ...db, write }, writes: () => writes }
}

describe('attemptNow', () => {
  it('returns null for a queue without deliveries', async () => {
    expect(await makeEngine(db, new Receiver()).attemptNow(LANE, now)).toBeNull()
  })

  it('attempts a pending delivery before it is due', async () => {
    const receiver = new Receiver()
    const engine = makeEngine(db, receiver)
    await enqueue(engine)
    await postpone(db, Date.now() * 1000 + 3_600_000_000)
    expect(await engine.attemptNow(LANE, now)).toMatchObject({
      status: 'delivered',
      attempts: 1,
      error: null,
    })
    expect(await rowsOf(db)).toMatchObject([{ status: 'delivered', step: 0 }])
  })

  it('sends all pending deliveries in order, until one fails', async () => {
    const receiver = new Receiver({ ok: true }, { ok: true }, down)
    const engine = makeEngine(db, receiver)
    const enqueued = await enqueue(engine, 4)
    expect(await engine.attemptNow(LANE, now)).toMatchObject({ status: 'pending', error: expect.any(String) })
    expect(receiver.received.map(({ id }) => id)).toEqual(enqueued.slice(0, 3).map(({ id }) => id))
  })

  it('keeps the schedule: after a temporary failure the delivery is pending, with as many automatic attempts left', async () => {
    const receiver = new Receiver(down)
    const engine = makeEngine(db, receiver, { retryScale: 1 })
    await enqueue(engine)
    for (let attempts = 1; attempts <= 12; attempts++) {
      expect(await engine.attemptNow(LANE, now)).toMatchObject({ status: 'pending', attempts })
    }
    expect(await rowsOf(db)).toMatchObject([{ status: 'pending', step: 0, attempts: 12 }])
  })

  it('sends the newest failed delivery again under its old message id, and no delivered one', async () => {
    const receiver = new Receiver(refused, refused, { ok: true })
    const engine = makeEngine(db, receiver)
    const [, second, third] = await enqueue(engine, 3)
    for (let i = 1; i <= 3; i++) await engine.attemptNow(LANE, { ...now, reopen: false })
    expect(receiver.received.at(-1)!.messageId).toBe(third!.message_id)
    expect(await engine.attemptNow(LANE, { ...now, reopen: false })).toBeNull()
    expect(await engine.attemptNow(LANE, now)).toMatchObject({ status: 'delivered', attempts: 2 })
    expect(receiver.received.at(-1)!.messageId).toBe(second!.message_id)
    await db.write((trx) => trx.deleteFrom('deliveries').where('status', '=', 'failed').execute())
    expect(await engine.attemptNow(LANE, now)).toBeNull()
    expect(receiver.received).toHaveLength(4)
  })

  it('leaves a delivery failed when it has used up its attempts', async () => {
    const receiver = new Receiver(down)
    const engine = makeEngine(db, receiver, { retryScale: 0.000_001 })
    await enqueue(engine)
    engine.start()
    await until(async () => expect(await rowsOf(db)).toMatchObject([{ status: 'failed' }]))
    expect(await engine.attemptNow(LANE, now)).toMatchObject({ status: 'failed', attempts: 9 })
    receiver.answers = [{ ok: true }]
    expect(await engine.attemptNow(LANE, now)).toMatchObject({
      status: 'delivered',
      attempts: 10,
      error: null,
    })
  })

  it('ends at a permanent refusal', async () => {
    const engine = makeEngine(db, new Receiver(refused))
    await enqueue(engine)
    expect(await engine.attemptNow(LANE, now)).toMatchObject({ status: 'failed', attempts: 1 })
  })

  it('sends once for two concurrent calls of two processes, and both get the result', async () => {
    const another = await database.openAnother()
    const [one, other] = [counting(db), counting(another)]
    const allHaveLooked = () => until(() => expect(one.writes() + other.writes()).toBe(4))
    const receiver = new Receiver(() => allHaveLooked().then(() => ({ ok: true })))
    await enqueue(makeEngine(db, receiver))
    const engines = [makeEngine(one.db, receiver), makeEngine(other.db, receiver)]
    const results = await Promise.all(
      [0, 1, 0, 1].map((i) => sleep(i * 5).then(() => engines[i]!.attemptNow(LANE, now))),
    )
    expect(receiver.received).toHaveLength(1)
    for (const result of results) expect(result).toMatchObject({ status: 'delivered', attempts: 1 })
    await another.close()
  })

  it("waits for the worker's attempt instead of making its own", async () => {
    const counted = counting(db)
    const receiver = new Receiver(async () => {
      const before = counted.writes()
      await until(() => expect(counted.writes()).toBeGreaterThan(before))
      return down
    })
    const engine = makeEngine(counted.db, receiver, { retryScale: 1 })
    await enqueue(engine)
    engine.start()
    await until(() => expect(receiver.received).toHaveLength(1))
    expect(await engine.attemptNow(LANE, now)).toMatchObject({
      status: 'pending',
      attempts: 1,
      error: expect.any(String),
    })
    expect(receiver.received).toHaveLength(1)
  })

  /** A retry by hand beside an attempt under way, behind which two messages wait; it comes to this. */
  async function retryBeside(outcome: Outcome) {
    const counted = counting(db)
    const looked = Promise.withResolvers<Outcome>()
    const receiver = new Receiver(() => looked.promise, { ok: true })
    const engine = makeEngine(counted.db, receiver, { retryScale: 1 })
    const [claim] = await counted.db.write((trx) =>
      engine.enqueueClaimedAll(trx, [newDelivery({ queueKey: LANE })]),
    )
    const underWay = engine.attemptClaimed(claim!, { timeoutMs: 5_000 })
    await enqueue(engine, 2)
    const before = counted.writes()
    const byHand = engine.attemptNow(LANE, now)
    await until(() => expect(counted.writes()).toBeGreaterThan(before))
    looked.resolve(outcome)
    await underWay
    return { result: await byHand, sent: receiver.received.map(({ id }) => id), rows: await rowsOf(db) }
  }

  it('sends the waiting deliveries after the running attempt has delivered', async () => {
    const { result, sent, rows } = await retryBeside({ ok: true })
    expect(result).toMatchObject({ status: 'delivered', attempts: 1, error: null })
    expect(sent).toEqual(rows.map(({ id }) => id))
    for (const row of rows) expect(row).toMatchObject({ status: 'delivered', attempts: 1 })
  })

  it.each([down, refused])(
    'sends nothing more where the attempt under way fails: $error',
    async (outcome) => {
      const { result, sent, rows } = await retryBeside(outcome)
      expect(result).toMatchObject({ status: rows[0]!.status, attempts: 1, error: expect.any(String) })
      expect(sent).toEqual([rows[0]!.id])
    },
  )

  it('sends each message once, in order, for several concurrent calls beside the workers of two processes', async () => {
    const another = await database.openAnother()
    const [one, other] = [counting(db), counting(another)]
    const writes = () => one.writes() + other.writes()
    const asked = Promise.withResolvers<Outcome>()
    const receiver = new Receiver(
      () => asked.promise,
      () => sleep(20).then(() => ({ ok: true })),
    )
    const engines = [makeEngine(one.db, receiver), makeEngine(other.db, receiver)]
    const enqueued = await enqueue(engines[0]!, 4)
    for (const engine of engines) engine.start()
    await until(() => expect(receiver.received).toHaveLength(1))
    const before = writes()
    const byHand = Promise.all([0, 1, 0, 1, 0, 1].map((i) => engines[i]!.attemptNow(LANE, now)))
    await until(() => expect(writes()).toBeGreaterThanOrEqual(before + 6))
    asked.resolve({ ok: true })
    for (const result of await byHand) expect(result).toMatchObject({ status: 'delivered', attempts: 1 })
    for (const row of await rowsOf(db)) expect(row).toMatchObject({ status: 'delivered', attempts: 1 })
    expect(receiver.received.map(({ id }) => id)).toEqual(enqueued.map(({ id }) => id))
    expect(receiver.maxConcurrent).toBe(1)
    for (const engine of engines) await engine.stop(0)
    await another.close()
  })

  it('waits for the attempt that replaces that of a killed process', async () => {
    const receiver = new Receiver(() => sleep(200).then(() => ({ ok: true })))
    const engine = makeEngine(db, receiver, { pollMs: 20 })
    await enqueue(engine)
    const until = Date.now() * 1000 + 300_000
    const lease = { lease_token: 'of the dead', lease_until: until, next_attempt_at: until }
    await db.write((trx) => trx.updateTable('deliveries').set(lease).execute())
    engine.start()
    expect(await engine.attemptNow(LANE, now)).toMatchObject({ status: 'delivered', attempts: 1 })
    expect(receiver.received).toHaveLength(1)
  })

  it('sends nothing if the failed delivery is removed at that moment', async () => {
    const receiver = new Receiver(refused, { ok: true })
    const engine = makeEngine(db, receiver)
    await enqueue(engine)
    expect(await engine.attemptNow(LANE, now)).toMatchObject({ status: 'failed' })
    let again: ReturnType<Deliveries['attemptNow']> | undefined
    await db.write(async (trx) => {
      await trx.deleteFrom('deliveries').execute()
      again = engine.attemptNow(LANE, now)
      await Promise.race([again, sleep(200)])
    })
    expect(await again).toBeNull()
    expect(receiver.received).toHaveLength(1)
  })

  it('returns within its budget if the receiver or another attempt hangs', async () => {
    const receiver = new Receiver(() => new Promise<Outcome>(() => {}))
    const engine = makeEngine(db, receiver, { retryScale: 1 })
    await enqueue(engine)
    const start = performance.now()
    const first = engine.attemptNow(LANE, { reopen: true, budgetMs: 2_000 })
    await until(() => expect(receiver.received).toHaveLength(1))
    expect(await engine.attemptNow(LANE, { reopen: true, budgetMs: 100 })).toMatchObject({
      status: 'pending',
      attempts: 0,
    })
    expect(await first).toMatchObject({
      status: 'pending',
      attempts: 1,
      error: expect.stringContaining('No complete'),
    })
    expect(performance.now() - start).toBeLessThan(4_500)
  })
})

describe('attemptClaimed', () => {
  it('makes the first attempt instead of the worker, and returns the answer', async () => {
    const receiver = new Receiver(() => sleep(100).then(() => ({ ok: true })))
    const engine = makeEngine(db, receiver)
    engine.start()
    const [claim] = await db.write((trx) => engine.enqueueClaimedAll(trx, [newDelivery()]))
    engine.wake()
    const settled = vi.fn(async () => {})
    const attempt = await engine.attemptClaimed(claim!, { timeoutMs: 1_000, settled })
    expect(attempt).toMatchObject({ outcome: { ok: true }, result: { status: 'delivered', attempts: 1 } })
    expect(settled).toHaveBeenCalledOnce()
    expect(receiver.received).toHaveLength(1)
    expect(await rowsOf(db)).toMatchObject([{ status: 'delivered', step: 1 }])
  })

  it('leaves later attempts to the worker', async () => {
    const receiver = new Receiver(down, { ok: true })
    const engine = makeEngine(db, receiver)
    engine.start()
    const [claim] = await db.write((trx) => engine.enqueueClaimedAll(trx, [newDelivery()]))
    expect(await engine.attemptClaimed(claim!, { timeoutMs: 1_000 })).toMatchObject({
      result: { status: 'pending' },
    })
    await until(() => expect(receiver.results).toHaveLength(2))
    expect(receiver.results[1]).toMatchObject({ status: 'delivered', attempts: 2 })
  })
})
