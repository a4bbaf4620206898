import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { openPerTest } from '../../../../test/support/db.ts'
import { systemClock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import {
  addBrands,
  administer,
  down,
  makeEngine,
  newDelivery,
  Receiver,
  refused,
  rowsOf,
  until,
} from '../engine.test-support.ts'
import type { Claim, Deliveries, Outcome } from '../index.ts'
import { createDeliveries } from '../module.ts'
import { retryDeliveries, retryMatching } from '../operations/retry-deliveries.ts'

/** Ends all leases. */
const release = () =>
  db.write((trx) => trx.updateTable('deliveries').set({ lease_until: null, lease_token: null }).execute())

const database = openPerTest()
let db: Db

beforeEach(async () => {
  db = database.db
  await addBrands(db, 1)
})

describe('a process that dies', () => {
  it('leaves a lease behind, after which the delivery is sent again', async () => {
    const receiver = new Receiver()
    const engine = makeEngine(db, receiver)
    const end = Date.now() * 1000 + 300_000
    const [claim] = await db.write(async (trx) => {
      const claims = await engine.enqueueClaimedAll(trx, [newDelivery()])
      await trx.updateTable('deliveries').set({ lease_until: end, next_attempt_at: end }).execute()
      return claims
    })
    engine.start()
    await until(() => expect(receiver.results).toHaveLength(1))
    expect(receiver.results[0]!.attemptedAt).toBeGreaterThanOrEqual(end)
    expect(receiver.received.map(({ messageId }) => messageId)).toEqual([claim!.delivery.messageId])
  })
})

describe('an attempt whose commit was not confirmed', () => {
  it('is treated as recorded, and nothing is logged', async () => {
    const logged: string[] = []
    const log = pino({}, { write: (line) => void logged.push(line) })
    let isFirst = true
    const unconfirmed: Db = {
      ...db,
      async write(work) {
        const value = await db.write(work)
        const { lease_token } = (await rowsOf(db))[0] ?? { lease_token: 'none yet' }
        if (lease_token !== null || !isFirst) return value
        isFirst = false
        throw Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' })
      },
    }
    const engine = createDeliveries({ db: unconfirmed, clock: systemClock, log, retryScale: 0.0001 })
    onTestFinished(() => engine.stop(0))
    engine.register('warranty_sync', new Receiver({ ok: true }))
    const claims = await db.write((trx) => engine.enqueueClaimedAll(trx, [newDelivery()]))
    expect(await engine.attemptClaimed(claims[0]!, { timeoutMs: 5_000 })).toMatchObject({
      result: { status: 'delivered', attempts: 1 },
    })
    await until(async () => expect(await rowsOf(db)).toMatchObject([{ status: 'delivered', attempts: 1 }]))
    await until(() => expect(isFirst).toBe(false))
    await engine.stop(1_000)
    expect(logged).toEqual([])
  })
})

describe('a lease that an erasure takes away', () => {
  it('is no error, and the delivery is sent again', async () => {
    const takeAway = async (): Promise<Outcome> => {
      await db.write((trx) => trx.updateTable('deliveries').set({ lease_token: 'disowned' }).execute())
      return { ok: true }
    }
    const receiver = new Receiver(takeAway, { ok: true })
    const logged: Record<string, unknown>[] = []
    const log = pino({}, { write: (line) => void logged.push(JSON.parse(line)) })
    const engine = createDeliveries({ db, clock: systemClock, log, retryScale: 0.0001 })
    onTestFinished(() => engine.stop(0))
    engine.register('warranty_sync', receiver)
    const claims = await db.write((trx) => engine.enqueueClaimedAll(trx, [newDelivery()]))
    await engine.attemptClaimed(claims[0]!, { timeoutMs: 5_000 })
    expect(receiver.results).toEqual([])
    expect(logged).toMatchObject([
      {
        level: 40,
        msg: 'an erasure or another process took this delivery over while it was sent: this attempt is not recorded',
        attempt: 1,
        recorded: { status: 'pending', attempts: 0, error: null },
      },
    ])
    expect(logged[0]).not.toHaveProperty('err')
    await db.write((trx) =>
      trx.updateTable('deliveries').set({ lease_until: 0, next_attempt_at: 0 }).execute(),
    )
    engine.start()
    await until(() => expect(receiver.results).toMatchObject([{ status: 'delivered' }]))
  })
})

describe('a database out of reach', () => {
  /** The same database, whose writes are refused while it `isDown`. */
  function unsteady(code: string) {
    const state = { isDown: false, refusals: 0 }
    const write: Db['write'] = (work) => {
      if (!state.isDown) return db.write(work)
      state.refusals++
      return Promise.reject(Object.assign(new Error('gone'), { code }))
    }
    return { state, db: { ...db, write } }
  }

  it('stops deliveries only while it lasts', async () => {
    const flaky = unsteady('ECONNREFUSED')
    flaky.state.isDown = true
    const receiver = new Receiver()
    const engine = makeEngine(flaky.db, receiver)
    await db.write((trx) => engine.enqueueAll(trx, [newDelivery()]))
    engine.start()
    await until(() => expect(flaky.state.refusals).toBeGreaterThan(1))
    expect(receiver.received).toEqual([])
    flaky.state.isDown = false
    await until(() => expect(receiver.results).toHaveLength(1))
  })

  it('delays the record of an attempt, and nothing is sent twice', async () => {
    const flaky = unsteady('57P01')
    const receiver = new Receiver(async () => {
      flaky.state.isDown = true
      setTimeout(() => {
        flaky.state.isDown = false
      }, 400)
      return { ok: true }
    })
    const engine = makeEngine(flaky.db, receiver)
    await db.write((trx) => engine.enqueueAll(trx, [newDelivery()]))
    engine.start()
    await until(async () => expect(await rowsOf(db)).toMatchObject([{ status: 'delivered', attempts: 1 }]))
    expect(receiver.received).toHaveLength(1)
  })

  it.each<[string, (engine: Deliveries, claim: Claim, settled: () => Promise<void>) => Promise<unknown>]>([
    [
      'one that a caller holds',
      (engine, claim, settled) => engine.attemptClaimed(claim, { timeoutMs: 5_000, settled }),
    ],
    [
      'one by hand',
      (engine, { delivery }) => engine.attemptNow(delivery.queueKey, { reopen: false, budgetMs: 1_000 }),
    ],
  ])('does not block the caller of %s, and the attempt is recorded later', async (what, attempt) => {
    const flaky = unsteady('57P01')
    const receiver = new Receiver(async () => {
      flaky.state.isDown = true
      return { ok: true }
    })
    const engine = makeEngine(flaky.db, receiver)
    const [claim] = await db.write((trx) => engine.enqueueClaimedAll(trx, [newDelivery()]))
    if (what === 'one by hand') await release()
    const settled = vi.fn(async () => {})
    expect(await attempt(engine, claim!, settled)).toBeTruthy()
    expect(await rowsOf(db)).toMatchObject([{ status: 'pending', attempts: 0 }])
    setTimeout(() => {
      flaky.state.isDown = false
    }, 400)
    await engine.stop()
    expect(await rowsOf(db)).toMatchObject([{ status: 'delivered', attempts: 1, lease_token: null }])
    expect(receiver.received).toHaveLength(1)
    expect(settled).toHaveBeenCalledTimes(what === 'one by hand' ? 0 : 1)
  })

  it('while a message is built, makes it no attempt', async () => {
    const unavailable = Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })
    const receiver = new Receiver(() => Promise.reject(unavailable), { ok: true })
    const engine = makeEngine(db, receiver)
    await db.write((trx) => engine.enqueueAll(trx, [newDelivery()]))
    engine.start()
    await until(() => expect(receiver.results).toMatchObject([{ status: 'delivered', attempts: 1 }]))
  })
})

describe('a clock that is changed', () => {
  it.each([3_600, -3_600])('by %i s makes nothing be sent twice', async (seconds) => {
    let offset = 0
    const clock = { now: () => systemClock.now() + offset * 1_000_000 }
    const receiver = new Receiver(() => sleep(400).then(() => ({ ok: true })))
    const engine = makeEngine(db, receiver, { clock })
    await db.write((trx) => engine.enqueueAll(trx, [newDelivery(), newDelivery()]))
    engine.start()
    await until(() => expect(receiver.received).toHaveLength(2))
    offset = seconds
    engine.wake()
    await until(async () => {
      expect((await rowsOf(db)).map((row) => row.status)).toEqual(['delivered', 'delivered'])
    })
    await db.write((trx) => engine.enqueueAll(trx, [newDelivery()]))
    engine.wake()
    await until(async () => expect((await rowsOf(db))[2]).toMatchObject({ status: 'delivered' }))
    expect(receiver.received).toHaveLength(3)
  })
})

describe('stop', () => {
  it('waits for running attempts and starts no more', async () => {
    const receiver = new Receiver(() => sleep(200).then(() => ({ ok: true })))
    let looks = 0
    const seen: Db = {
      ...db,
      get read() {
        looks++
        return db.read
      },
    }
    const engine = makeEngine(seen, receiver)
    await db.write((trx) => engine.enqueueAll(trx, [newDelivery()]))
    engine.start()
    await until(() => expect(receiver.received).toHaveLength(1))
    await engine.stop()
    expect(receiver.results).toHaveLength(1)
    await db.write((trx) => engine.enqueueAll(trx, [newDelivery()]))
    expect(looks).toBeGreaterThan(0)
    looks = 0
    engine.wake()
    // A running worker would read the outbox immediately.
    expect(await rowsOf(db)).toMatchObject([{ status: 'delivered' }, { lease_token: null, attempts: 0 }])
    expect(looks).toBe(0)
  })

  it.each<[string, (engine: Deliveries, claim: Claim) => Promise<unknown>]>([
    ['one that a caller holds', (engine, claim) => engine.attemptClaimed(claim, { timeoutMs: 5_000 })],
    [
      'one by hand',
      (engine, { delivery }) => engine.attemptNow(delivery.queueKey, { reopen: false, budgetMs: 5_000 }),
    ],
  ])('waits for %s, and releases it when it takes too long', async (what, attempt) => {
    let answer = () => sleep(200).then((): Outcome => ({ ok: true }))
    const receiver = new Receiver(() => answer())
    const engine = makeEngine(db, receiver)
    const begin = async () => {
      const [claim] = await db.write((trx) => engine.enqueueClaimedAll(trx, [newDelivery()]))
      if (what === 'one by hand') await release()
      const count = receiver.received.length + 1
      void attempt(engine, claim!)
      await until(() => expect(receiver.received).toHaveLength(count))
    }
    await begin()
    await engine.stop()
    expect(receiver.results).toMatchObject([{ status: 'delivered' }])
    answer = () => new Promise(() => {})
    await begin()
    await engine.stop(50)
    const [, row] = await rowsOf(db)
    expect(row).toMatchObject({ status: 'pending', attempts: 0, lease_token: null })
    expect(row!.next_attempt_at).toBeLessThanOrEqual(systemClock.now())
  })

  it('releases slow deliveries: the next process sends them immediately, and no attempt is counted', async () => {
    const engine = makeEngine(db, new Receiver(() => new Promise(() => {})))
    await db.write((trx) => engine.enqueueAll(trx, [newDelivery()]))
    engine.start()
    await until(async () => expect((await rowsOf(db))[0]!.lease_token).not.toBeNull())
    await engine.stop(50)
    const receiver = new Receiver()
    makeEngine(db, receiver).start()
    await until(() => expect(receiver.results).toMatchObject([{ attempts: 1 }]))
  })
})

describe('failed deliveries', () => {
  async function failed(count: number) {
    const engine = makeEngine(db, new Receiver(refused))
    await db.write((trx) =>
      engine.enqueueAll(
        trx,
        Array.from({ length: count }, () => newDelivery()),
      ),
    )
    engine.start()
    await until(async () => {
      expect((await rowsOf(db)).filter((row) => row.status === 'failed')).toHaveLength(count)
    })
    await engine.stop()
    return rowsOf(db)
  }

  it('can be retried with their complete schedule', async () => {
    const rows = await failed(3)
    const receiver = new Receiver(down)
    const pending = vi.fn(async () => {})
    const engine = makeEngine(db, Object.assign(receiver, { pending }), { retryScale: 0.000_001 })
    expect(await retryDeliveries(administer(db, engine), { ids: [rows[1]!.id, 999_999] })).toEqual([
      rows[1]!.id,
    ])
    expect(await db.read.selectFrom('audit_entries').selectAll().execute()).toEqual([
      expect.objectContaining({
        action: 'delivery.retried',
        actor_name: 'ada',
        subject_id: rows[1]!.id,
        brand_id: rows[1]!.brand_id,
      }),
    ])
    expect(pending).toHaveBeenCalledWith(expect.anything(), [expect.objectContaining({ id: rows[1]!.id })])
    engine.start()
    await until(() => expect(receiver.results).toHaveLength(8))
    expect(new Set(receiver.received.map(({ messageId }) => messageId))).toEqual(
      new Set([rows[1]!.message_id]),
    )
    await until(async () => expect((await rowsOf(db))[1]).toMatchObject({ status: 'failed', attempts: 9 }))
  })

  it('are sent again immediately, after the first delivery of their queue', async () => {
    const receiver = new Receiver(down, { ok: true })
    const engine = makeEngine(db, receiver, { retryScale: 1_000 })
    const queueKey = 'warranty:1'
    await db.write((trx) => engine.enqueueAll(trx, [newDelivery({ queueKey }), newDelivery({ queueKey })]))
    engine.start()
    await until(() => expect(receiver.results).toHaveLength(1))
    const [first, second] = await rowsOf(db)
    expect(await retryDeliveries(administer(db, engine), { ids: [second!.id] })).toEqual([second!.id])
    await until(() => expect(receiver.results).toHaveLength(3))
    expect(receiver.received.map(({ id }) => id)).toEqual([first!.id, first!.id, second!.id])
  })

  it('are sent again immediately while an attempt of the first delivery of their queue is recorded', async () => {
    const receiver = new Receiver(down, { ok: true })
    const queueKey = 'warranty:1'
    let retried: Promise<number[]> | undefined
    const { settled } = receiver
    receiver.settled = async (trx, attempts) => {
      await settled(trx, attempts)
      retried ??= retryDeliveries(administer(db, engine), { ids: [second!.id] })
      await Promise.race([retried, sleep(200)])
    }
    const engine = makeEngine(db, receiver, { retryScale: 1_000 })
    await db.write((trx) => engine.enqueueAll(trx, [newDelivery({ queueKey }), newDelivery({ queueKey })]))
    const [first, second] = await rowsOf(db)
    engine.start()
    await until(() => expect(receiver.results).toHaveLength(3))
    expect(await retried).toEqual([second!.id])
    expect(receiver.received.map(({ id }) => id)).toEqual([first!.id, first!.id, second!.id])
  })

  it('can all be retried, without the delivered ones', async () => {
    await failed(4)
    const receiver = new Receiver()
    const engine = makeEngine(db, receiver)
    engine.start()
    await db.write((trx) => engine.enqueueAll(trx, [newDelivery()]))
    engine.wake()
    await until(() => expect(receiver.results).toHaveLength(1))
    expect(await retryMatching(administer(db, engine), { filter: {} })).toBe(4)
    await until(() => expect(receiver.results).toHaveLength(5))
    expect(await retryDeliveries(administer(db, engine), { ids: [receiver.received[0]!.id] })).toEqual([])
  })
})
