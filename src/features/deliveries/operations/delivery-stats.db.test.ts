import { beforeEach, describe, expect, it } from 'vitest'
import { openPerTest } from '../../../../test/support/db.ts'
import { systemClock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { Forbidden } from '../../../platform/errors.ts'
import type { Outcome } from '../delivery.ts'
import {
  addBrands,
  administer,
  down,
  makeEngine,
  newDelivery,
  postpone,
  Receiver,
  refused,
} from '../engine.test-support.ts'
import type { Deliveries } from '../index.ts'
import { deliveryStats } from './delivery-stats.ts'

const database = openPerTest()
let db: Db

beforeEach(async () => {
  db = database.db
  await addBrands(db, 1, 2)
})

/** Adds a delivery and makes one attempt for each outcome. */
async function deliver(engine: Deliveries, receiver: Receiver, brandId: number, ...outcomes: Outcome[]) {
  const item = newDelivery({ brandId })
  await db.write((trx) => engine.enqueueAll(trx, [item]))
  receiver.answers = [...outcomes]
  for (const _ of outcomes) await engine.attemptNow(item.queueKey, { reopen: true, budgetMs: 5_000 })
  return item
}

function setUp(clock = systemClock) {
  const receiver = new Receiver()
  return { receiver, engine: makeEngine(db, receiver, { retryScale: 1, clock }) }
}

describe('statistics', () => {
  it('of an empty outbox are zero', async () => {
    const { engine } = setUp()
    expect(await deliveryStats(administer(db, engine))).toEqual({
      kinds: {},
      oldest: { waiting_s: 0, overdue_s: 0 },
      targets: [],
    })
  })

  it('count by kind and state, and have the results of each receiver', async () => {
    const { engine, receiver } = setUp()
    await deliver(engine, receiver, 1, { ok: true })
    await deliver(engine, receiver, 1, down, { ok: true })
    await deliver(engine, receiver, 1, refused)
    await deliver(engine, receiver, 2, ...Array<Outcome>(6).fill(down))
    await db.write((trx) => engine.enqueueClaimedAll(trx, [newDelivery({ brandId: 2 })]))
    const { kinds, targets } = await deliveryStats(administer(db, engine))
    expect(kinds).toEqual({ warranty_sync: { delivered: 2, failed: 1, pending: 2 } })
    const took = expect.any(Number)
    expect(targets).toEqual([
      {
        kind: 'warranty_sync',
        brand_id: 2,
        brand: 'brand-2',
        receiver: 'warranty_sync:2',
        waiting: 1,
        running: 1,
        circuit: 'open',
        attempts: 6,
        success_rate: 0,
        p50_ms: took,
        p95_ms: took,
      },
      {
        kind: 'warranty_sync',
        brand_id: 1,
        brand: 'brand-1',
        receiver: 'warranty_sync:1',
        waiting: 0,
        running: 0,
        circuit: 'closed',
        attempts: 4,
        success_rate: 0.5,
        p50_ms: took,
        p95_ms: took,
      },
    ])
  })

  it.each([
    ['permanent, with a status', { ...refused, status: 550 }, 'closed'],
    ['permanent, without a status', refused, 'closed'],
    ['temporary, with a status', { ...down, status: 404 }, 'open'],
  ])(
    'have the same state of a circuit as the worker after five failures: %s',
    async (_name, outcome, circuit) => {
      const { engine, receiver } = setUp()
      for (let i = 1; i <= 5; i++) await deliver(engine, receiver, 1, outcome)
      expect((await deliveryStats(administer(db, engine))).targets).toMatchObject([
        { attempts: 5, success_rate: 0, circuit },
      ])
    },
  )

  it('have one circuit for the mail server, for all brands', async () => {
    const { engine, receiver } = setUp()
    engine.register('dealer_mail', receiver)
    const mail = async (brandId: number, outcome: Outcome) => {
      const queueKey = `mail:${brandId}`
      const item = newDelivery({ kind: 'dealer_mail', brandId, queueKey, receiver: 'dealer_mail' })
      await db.write((trx) => engine.enqueueAll(trx, [item]))
      receiver.answers = [outcome]
      await engine.attemptNow(item.queueKey, { reopen: true, budgetMs: 5_000 })
    }
    for (const brandId of [1, 2, 1, 2, 1]) await mail(brandId, down)
    expect((await deliveryStats(administer(db, engine))).targets).toMatchObject([
      { circuit: 'open' },
      { circuit: 'open' },
    ])
    await mail(2, { ok: true })
    expect((await deliveryStats(administer(db, engine))).targets).toMatchObject([
      { circuit: 'closed' },
      { circuit: 'closed' },
    ])
  })

  it('have percentiles of the last hour only', async () => {
    const { engine, receiver } = setUp()
    await deliver(engine, receiver, 1, ...Array<Outcome>(20).fill(down))
    await db.exclusive(({ query }) => query(`UPDATE delivery_attempts SET duration_ms = number * 10`))
    expect((await deliveryStats(administer(db, engine))).targets).toMatchObject([
      { attempts: 20, p50_ms: 100, p95_ms: 190 },
    ])
    await db.exclusive(({ query }) => query('UPDATE delivery_attempts SET at = at - 3601000000'))
    expect((await deliveryStats(administer(db, engine))).targets).toMatchObject([
      { waiting: 1, circuit: 'unknown', attempts: 0, success_rate: null, p50_ms: null },
    ])
  })

  it('have the age of the oldest delivery, and for how long the first has been due', async () => {
    let offset = 0
    const { engine } = setUp({ now: () => systemClock.now() + offset })
    await db.write((trx) => engine.enqueueAll(trx, [newDelivery()]))
    await postpone(db, systemClock.now() + 60_000_000)
    expect((await engine.oldest()).overdue_s).toBe(0)
    offset = 100_000_000
    const { waiting_s, overdue_s } = await engine.oldest()
    expect(waiting_s - overdue_s).toBeCloseTo(60, 0)
    expect(overdue_s).toBeGreaterThanOrEqual(40)
  })
})

describe('for a principal with some of the brands', () => {
  const rights = ['deliveries:read']

  it('leave out other brands', async () => {
    const { engine, receiver } = setUp()
    await deliver(engine, receiver, 1, { ok: true })
    await db.write((trx) => engine.enqueueAll(trx, [newDelivery({ brandId: 2 })]))
    const of = (...brandIds: number[]) => deliveryStats(administer(db, engine, brandIds, rights))
    expect(await of(1)).toMatchObject({
      kinds: { warranty_sync: { delivered: 1 } },
      oldest: { waiting_s: 0, overdue_s: 0 },
      targets: [{ brand_id: 1 }],
    })
    expect(await of(2)).toMatchObject({
      kinds: { warranty_sync: { pending: 1 } },
      oldest: { waiting_s: expect.not.closeTo(0, 10) },
      targets: [{ brand_id: 2 }],
    })
    expect(await of()).toEqual({ kinds: {}, oldest: { waiting_s: 0, overdue_s: 0 }, targets: [] })
  })

  it('are refused without deliveries:read', async () => {
    const refusal = deliveryStats(administer(db, setUp().engine, [1, 2], ['deliveries:retry']))
    await expect(refusal).rejects.toThrow(Forbidden)
  })
})
