import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type OpenTestDatabase, openTestDatabase } from '../../../../test/support/db.ts'
import { systemClock } from '../../../platform/clock.ts'
import { noTrace } from '../../../platform/trace.ts'
import { claimDue } from '../queue/claim.ts'
import type { DeliveryContext } from '../context.ts'
import { addBrands, newDelivery, Receiver } from '../engine.test-support.ts'
import { enqueueAll } from '../queue/enqueue.ts'
import { createBacklog } from './local-queue.ts'
import { createTargets } from './receiver-limits.ts'

let database: OpenTestDatabase
let ctx: DeliveryContext

beforeEach(async () => {
  database = await openTestDatabase()
  await addBrands(database.db, 1, 2)
  ctx = {
    db: database.db,
    clock: systemClock,
    log: pino({ level: 'silent' }),
    trace: noTrace,
    retryScale: 1,
    pollMs: 500,
    handlers: new Map([['warranty_sync', new Receiver()]]),
    targets: createTargets(1),
    settle: async () => undefined,
    inFlight: new Set(),
    running: new Set(),
    shutdown: new AbortController(),
  }
})
afterEach(() => database.drop())

async function owe(brandId: number, count: number): Promise<string[]> {
  const items = Array.from({ length: count }, () => newDelivery({ brandId }))
  await ctx.db.write((trx) => enqueueAll(ctx, trx, items))
  return items.map(({ lane }) => lane)
}

/** Claims, and takes the places. */
async function claim(lanes: string[]): Promise<void> {
  for (const { delivery } of await claimDue(ctx, lanes)) {
    ctx.targets.take({ kind: delivery.kind, brand_id: delivery.brandId })
  }
}

const free = (brandId: number) => ctx.targets.giveBack({ kind: 'warranty_sync', brand_id: brandId })

test('a receiver owed hundreds gets its places, and then another one its own', async () => {
  await owe(1, 600)
  const others = await owe(2, 3)
  const backlog = createBacklog(ctx)
  const first = await backlog.choose()
  expect([first.lanes.length, first.fresh]).toEqual([16, true])
  await claim(first.lanes)
  const second = await backlog.choose()
  expect(second.lanes.toSorted()).toEqual(others.toSorted())
})

test('mails of two brands wait for one mail server, and leave places to others', async () => {
  ctx.handlers.set('dealer_mail', new Receiver())
  const mails = [1, 2].flatMap((brandId) =>
    Array.from({ length: 300 }, () => newDelivery({ kind: 'dealer_mail', brandId })),
  )
  await ctx.db.write((trx) => enqueueAll(ctx, trx, mails))
  const others = await owe(2, 3)
  const backlog = createBacklog(ctx)
  const first = await backlog.choose()
  expect(first.lanes).toHaveLength(16)
  await claim(first.lanes)
  expect((await backlog.choose()).lanes.toSorted()).toEqual(others.toSorted())
})

test('nobody is chosen twice, and everybody once', async () => {
  const owed = await owe(1, 40)
  const backlog = createBacklog(ctx)
  const chosen: string[] = []
  while (chosen.length < owed.length) {
    const { lanes } = await backlog.choose()
    chosen.push(...lanes)
    await claim(lanes)
    for (const _lane of lanes) free(1)
  }
  expect(chosen.toSorted()).toEqual(owed.toSorted())
})

test('what was enqueued later is chosen as soon as somebody says so', async () => {
  await owe(1, 40)
  const backlog = createBacklog(ctx)
  await claim((await backlog.choose()).lanes)
  expect((await backlog.choose()).lanes).toEqual([])
  const late = await owe(2, 1)
  backlog.forget()
  expect((await backlog.choose()).lanes).toEqual(late)
})

test('while every receiver that is owed something has no place, says when to look again', async () => {
  await owe(1, 40)
  const backlog = createBacklog(ctx)
  await claim((await backlog.choose()).lanes)
  await backlog.choose()
  const { lanes, waitMs } = await backlog.choose()
  expect(lanes).toEqual([])
  expect(waitMs).toBeGreaterThan(0)
  expect(waitMs).toBeLessThanOrEqual(500)
  free(1)
  expect((await backlog.choose()).lanes).toHaveLength(1)
})

test('with few places left, each receiver gets some, and some are left', async () => {
  await addBrands(ctx.db, 3, 4, 5)
  for (const brandId of [1, 2, 3, 4, 5]) await owe(brandId, 20)
  const { lanes } = await createBacklog(ctx).choose()
  expect(lanes.length).toBeGreaterThanOrEqual(35)
  expect(lanes.length).toBeLessThanOrEqual(48)
  const rows = await ctx.db.read
    .selectFrom('deliveries')
    .select('brand_id')
    .distinct()
    .where('lane', 'in', lanes)
    .execute()
  expect(rows).toHaveLength(5)
})
