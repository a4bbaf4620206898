import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { openPerTest } from '../../../../test/support/db.ts'
import { systemClock } from '../../../platform/clock.ts'
import { noTrace } from '../../../platform/trace.ts'
import type { DeliveryContext } from '../context.ts'
import { addBrands, newDelivery, Receiver } from '../engine.test-support.ts'
import { claimDue } from '../queue/claim.ts'
import { enqueueAll } from '../queue/enqueue.ts'
import { createLocalQueue } from './local-queue.ts'
import { createReceiverLimits } from './receiver-limits.ts'

const database = openPerTest()
let ctx: DeliveryContext

beforeEach(async () => {
  await addBrands(database.db, 1, 2)
  ctx = {
    db: database.db,
    clock: systemClock,
    log: pino({ level: 'silent' }),
    trace: noTrace,
    retryScale: 1,
    pollMs: 500,
    isSandbox: async () => false,
    handlers: new Map([['warranty_sync', new Receiver()]]),
    receivers: createReceiverLimits(1),
    settle: async () => undefined,
    inFlight: new Set(),
    running: new Set(),
    shutdown: new AbortController(),
  }
})

async function owe(brandId: number, count: number): Promise<string[]> {
  const items = Array.from({ length: count }, () => newDelivery({ brandId }))
  await ctx.db.write((trx) => enqueueAll(ctx, trx, items))
  return items.map(({ queueKey }) => queueKey)
}

/** Chooses, claims and takes slots. */
async function claim(queueKeys: string[]): Promise<void> {
  for (const { delivery } of await claimDue(ctx, queueKeys)) {
    const { kind, brandId, receiver } = delivery
    ctx.receivers.acquire({ kind, brand_id: brandId, receiver })
  }
}

const free = (brandId: number) => ctx.receivers.release({ kind: 'warranty_sync', brand_id: brandId })

test('a receiver with hundreds of deliveries gets its slots, and then another receiver gets its own', async () => {
  await owe(1, 600)
  const others = await owe(2, 3)
  const localQueue = createLocalQueue(ctx)
  const first = await localQueue.choose()
  expect([first.queueKeys.length, first.fresh]).toEqual([16, true])
  await claim(first.queueKeys)
  const second = await localQueue.choose()
  expect(second.queueKeys.toSorted()).toEqual(others.toSorted())
})

test('mails of two brands share the slots of one mail server, and leave slots to others', async () => {
  ctx.handlers.set('dealer_mail', new Receiver())
  const mails = [1, 2].flatMap((brandId) =>
    Array.from({ length: 300 }, () => newDelivery({ kind: 'dealer_mail', brandId, receiver: 'dealer_mail' })),
  )
  await ctx.db.write((trx) => enqueueAll(ctx, trx, mails))
  const others = await owe(2, 3)
  const localQueue = createLocalQueue(ctx)
  const first = await localQueue.choose()
  expect(first.queueKeys).toHaveLength(16)
  await claim(first.queueKeys)
  expect((await localQueue.choose()).queueKeys.toSorted()).toEqual(others.toSorted())
})

test('every queue is chosen exactly once', async () => {
  const owed = await owe(1, 40)
  const localQueue = createLocalQueue(ctx)
  const chosen: string[] = []
  while (chosen.length < owed.length) {
    const { queueKeys } = await localQueue.choose()
    chosen.push(...queueKeys)
    await claim(queueKeys)
    for (const _lane of queueKeys) free(1)
  }
  expect(chosen.toSorted()).toEqual(owed.toSorted())
})

test('deliveries that are enqueued later are chosen after an invalidation', async () => {
  await owe(1, 40)
  const localQueue = createLocalQueue(ctx)
  await claim((await localQueue.choose()).queueKeys)
  expect((await localQueue.choose()).queueKeys).toEqual([])
  const late = await owe(2, 1)
  localQueue.invalidate()
  expect((await localQueue.choose()).queueKeys).toEqual(late)
})

test('the wait until the next read is known while no receiver with deliveries has a slot', async () => {
  await owe(1, 40)
  const localQueue = createLocalQueue(ctx)
  await claim((await localQueue.choose()).queueKeys)
  await localQueue.choose()
  const { queueKeys, waitMs } = await localQueue.choose()
  expect(queueKeys).toEqual([])
  expect(waitMs).toBeGreaterThan(0)
  expect(waitMs).toBeLessThanOrEqual(500)
  free(1)
  expect((await localQueue.choose()).queueKeys).toHaveLength(1)
})

test('with few free slots, each receiver gets some, and some stay free', async () => {
  await addBrands(ctx.db, 3, 4, 5)
  for (const brandId of [1, 2, 3, 4, 5]) await owe(brandId, 20)
  const { queueKeys } = await createLocalQueue(ctx).choose()
  expect(queueKeys.length).toBeGreaterThanOrEqual(35)
  expect(queueKeys.length).toBeLessThanOrEqual(48)
  const rows = await ctx.db.read
    .selectFrom('deliveries')
    .select('brand_id')
    .distinct()
    .where('lane', 'in', queueKeys)
    .execute()
  expect(rows).toHaveLength(5)
})
