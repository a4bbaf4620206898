import { beforeEach, describe, expect, it } from 'vitest'
import { openPerTest } from '../../../../test/support/db.ts'
import { systemClock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { Forbidden, Invalid, NotFound } from '../../../platform/errors.ts'
import { addBrands, addDeliveries, administer, makeEngine, Receiver, rowsOf } from '../engine.test-support.ts'
import { retryDeliveries, retryMatching } from './retry-deliveries.ts'
import { retryDelivery } from './retry-delivery.ts'

const database = openPerTest()
let db: Db
let user: (...brandIds: number[]) => ReturnType<typeof administer>
let reader: ReturnType<typeof administer>

beforeEach(async () => {
  db = database.db
  await addBrands(db, 1, 2)
  const engine = makeEngine(db, new Receiver())
  user = (...brandIds) => administer(db, engine, brandIds)
  reader = administer(db, engine, [1, 2], ['deliveries:read'])
})

const addFailed = (count: number) => (count === 0 ? [] : addDeliveries(db, ...Array<object>(count).fill({})))
const pendingIds = async () =>
  (await rowsOf(db)).filter(({ status }) => status === 'pending').map(({ id }) => id)
const auditedIds = async () => {
  const rows = await db.read.selectFrom('audit_entries').selectAll().orderBy('id').execute()
  for (const row of rows)
    expect(row).toMatchObject({ action: 'delivery.retried', actor_kind: 'user', actor_id: 7 })
  return rows.map(({ subject_id }) => subject_id!).sort((a, b) => a - b)
}
const CONFLICT = { code: 'CONFLICT' }

describe('one delivery', () => {
  it('is due again with its complete schedule, and the retry is in the audit trail', async () => {
    const [id] = await addDeliveries(db, { step: 8, attempts: 8, finished_at: 5 })
    expect(await retryDelivery(user(1), { id: id! })).toMatchObject({ id, status: 'pending', attempts: 8 })
    expect(await rowsOf(db)).toMatchObject([{ status: 'pending', step: 0, finished_at: null }])
    expect(await auditedIds()).toEqual([id])
  })

  it('does not exist for a principal without its brand', async () => {
    const [id] = await addDeliveries(db, { brand_id: 2 })
    await expect(retryDelivery(user(1), { id: id! })).rejects.toThrow(NotFound)
    await expect(retryDelivery(user(1), { id: 999 })).rejects.toThrow(NotFound)
    expect(await pendingIds()).toEqual([])
    expect(await auditedIds()).toEqual([])
  })

  it.each([
    ['has already been delivered', { status: 'delivered' as const }],
    [
      'is being sent',
      { status: 'pending' as const, lease_until: systemClock.now() + 600_000_000, lease_token: 'x' },
    ],
  ])('is not retried when it %s', async (reason, fields) => {
    const [id] = await addDeliveries(db, fields)
    const message = `Delivery ${id} ${reason}.`
    await expect(retryDelivery(user(1), { id: id! })).rejects.toMatchObject({ ...CONFLICT, message })
    expect(await auditedIds()).toEqual([])
  })

  it('is retried only with deliveries:retry, and by a valid id', async () => {
    const [id] = await addDeliveries(db, {})
    await expect(retryDelivery(reader, { id: id! })).rejects.toThrow(Forbidden)
    await expect(retryDelivery(user(1), { id: 0 })).rejects.toThrow(Invalid)
    expect(await pendingIds()).toEqual([])
  })
})

describe('deliveries by id', () => {
  it('are retried where the principal holds the brand; the others are skipped', async () => {
    const [ours, theirs] = await addDeliveries(db, {}, { brand_id: 2 })
    expect(await retryDeliveries(user(1), { ids: [ours!, theirs!, 999] })).toEqual([ours])
    expect(await pendingIds()).toEqual([ours])
    expect(await auditedIds()).toEqual([ours])
  })

  it('are refused without deliveries:retry, and without an id', async () => {
    await expect(retryDeliveries(reader, { ids: [1] })).rejects.toThrow(Forbidden)
    await expect(retryDeliveries(user(1), { ids: [] })).rejects.toThrow(Invalid)
  })
})

describe('deliveries by filter', () => {
  it('are retried when they failed, match, and belong to a brand of the principal', async () => {
    const [match] = await addDeliveries(
      db,
      { created_at: 2_000 },
      { created_at: 1_000 },
      { created_at: 2_000, status: 'delivered' },
      { created_at: 2_000, brand_id: 2 },
    )
    expect(await retryMatching(user(1), { filter: { since: 2_000 }, expected_count: 1 })).toBe(1)
    expect(await pendingIds()).toEqual([match])
    expect(await auditedIds()).toEqual([match])
    await expect(retryMatching(user(1), { filter: { brand: 'brand-2' } })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    expect(await retryMatching(user(), { filter: {} })).toBe(0)
  })

  it.each([
    [10, 10],
    [9, 10],
    [11, 10],
    [0, 0],
  ])('are retried when %i match and %i are expected', async (actual, expected) => {
    const ids = await addFailed(actual)
    expect(await retryMatching(user(1), { filter: {}, expected_count: expected })).toBe(actual)
    expect(await pendingIds()).toEqual(ids)
  })

  it.each([
    [12, 10],
    [8, 10],
    [10, 9],
    [1, 0],
    [0, 1],
  ])('are left alone when %i match and %i are expected', async (actual, expected) => {
    await addFailed(actual)
    const refusal = retryMatching(user(1), { filter: {}, expected_count: expected })
    await expect(refusal).rejects.toMatchObject(CONFLICT)
    expect(await pendingIds()).toEqual([])
    expect(await auditedIds()).toEqual([])
  })

  it('are counted in the transaction that retries: of two concurrent calls one conflicts', async () => {
    const ids = await addFailed(20)
    const retry = () => retryMatching(user(1), { filter: {}, expected_count: 20 })
    const results = await Promise.allSettled([retry(), retry(), retry()])
    expect(results.filter(({ status }) => status === 'fulfilled')).toEqual([
      { status: 'fulfilled', value: 20 },
    ])
    expect(results.filter(({ status }) => status === 'rejected')).toEqual(
      Array(2).fill({ status: 'rejected', reason: expect.objectContaining(CONFLICT) }),
    )
    expect(await auditedIds()).toEqual(ids)
  })

  it('are all retried, and each recorded once, when there are more than one transaction takes', async () => {
    const ids = await addFailed(1_100)
    const retry = () => retryMatching(user(1), { filter: {} })
    const counts = await Promise.all([retry(), retry()])
    expect(counts[0]! + counts[1]!).toBe(1_100)
    expect(await pendingIds()).toEqual(ids)
    expect(await auditedIds()).toEqual(ids)
  })

  it('are refused without deliveries:retry, and with a filter that is invalid', async () => {
    await expect(retryMatching(reader, { filter: {} })).rejects.toThrow(Forbidden)
    const invalid = { filter: { state: 'pending' }, expected_count: -1 } as never
    const refusal = retryMatching(user(1), invalid)
    await expect(refusal).rejects.toMatchObject({
      issues: [{ field: 'filter.state' }, { field: 'expected_count' }],
    })
  })
})
