import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase } from '../../../../test/support/db.ts'
import { Forbidden, Invalid, NotFound } from '../../../platform/errors.ts'
import { addBrands, addDeliveries, administer, makeEngine, Receiver } from '../engine.test-support.ts'
import type { DeliveryList } from '../filter.ts'
import { countDeliveries, listDeliveries } from './list-deliveries.ts'
import { showDelivery } from './show-delivery.ts'

const { db, drop } = await openTestDatabase()
afterAll(drop)

const engine = makeEngine(db, new Receiver(), { after: afterAll })
const shell = administer(db, engine)
const user = (...brandIds: number[]) => administer(db, engine, brandIds)
const blind = administer(db, engine, [1, 2], ['deliveries:retry'])

let sync: number
let lead: number
let mail: number

beforeAll(async () => {
  await addBrands(db, 1, 2)
  const about = { subject_id: 12, brand_id: 2 }
  ;[sync, lead, mail] = (await addDeliveries(
    db,
    { id: 1, subject_id: 12, created_at: 1_000, attempts: 2 },
    { id: 2, ...about, kind: 'lead_webhook', event: 'lead.submitted', lane: 'lead:12', created_at: 2_000 },
    { id: 3, ...about, kind: 'dealer_mail', lane: 'lead-mail:12', status: 'delivered', created_at: 3_000 },
  )) as [number, number, number]
  const attempt = { delivery_id: sync, duration_ms: 5, worker: 'w', status: 503, error: 'down' }
  await db.write((trx) =>
    trx
      .insertInto('delivery_attempts')
      .values([
        { ...attempt, number: 2, at: 1_200, answer: 'come back', final: 1 },
        { ...attempt, number: 1, at: 1_100, final: 0 },
      ])
      .execute(),
  )
})

const idsOf = async (ctx: typeof shell, input: DeliveryList) =>
  (await listDeliveries(ctx, input)).items.map(({ id }) => id)

describe('the list of deliveries', () => {
  it.each<[DeliveryList, () => number[]]>([
    [{}, () => [mail, lead, sync]],
    [{ brand: 'brand-2' }, () => [mail, lead]],
    [{ brand: '1' }, () => [sync]],
    [{ kind: 'dealer_mail' }, () => [mail]],
    [{ state: 'failed' }, () => [lead, sync]],
    [{ subject: 'warranty:12' }, () => [sync]],
    [{ subject: 'lead:12' }, () => [mail, lead]],
    [{ subject: 'lead:1' }, () => []],
    [{ subject: 'lead:12', kind: 'lead_webhook' }, () => [lead]],
    [{ queue_key: 'lead:12' }, () => [lead]],
    [{ event: 'lead.submitted' }, () => [lead]],
    [{ since: 2_000 }, () => [mail, lead]],
    [{ until: 2_000 }, () => [sync]],
    [{ since: 2_000, until: 3_000 }, () => [lead]],
  ])('with %j has the matching ones, and their count is the same', async (input, expected) => {
    expect(await idsOf(shell, input)).toEqual(expected())
    expect(await countDeliveries(shell, input)).toBe(expected().length)
  })

  it('comes in pages by id, the newest first, until the cursor is null', async () => {
    const first = await listDeliveries(shell, { limit: 2 })
    expect(first).toMatchObject({ items: [{ id: mail }, { id: lead }], pagination: { page: 1, total: 3 } })
    const { next_cursor } = first.pagination
    const second = await listDeliveries(shell, { limit: 2, cursor: next_cursor! })
    expect(second).toMatchObject({ items: [{ id: sync }], pagination: { page: null, next_cursor: null } })
    expect((await listDeliveries(shell, { limit: 3 })).pagination.next_cursor).toBeNull()
    expect((await listDeliveries(shell, { limit: 2, page: 2 })).items).toEqual(second.items)
  })

  it('has only deliveries of the brands that the principal holds', async () => {
    expect(await idsOf(user(1), {})).toEqual([sync])
    expect(await idsOf(user(2), { subject: 'lead:12' })).toEqual([mail, lead])
    expect(await idsOf(user(1), { subject: 'lead:12' })).toEqual([])
    expect(await idsOf(user(), {})).toEqual([])
    expect(await countDeliveries(user(1), {})).toBe(1)
    expect(await countDeliveries(user(), {})).toBe(0)
  })

  it('knows no brand that the principal does not hold', async () => {
    for (const brand of ['2', '9']) {
      const message = `There is no brand "${brand}".`
      await expect(listDeliveries(user(1), { brand })).rejects.toMatchObject({ code: 'NOT_FOUND', message })
    }
    await expect(countDeliveries(user(1), { brand: 'brand-2' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('needs deliveries:read', async () => {
    await expect(listDeliveries(blind, {})).rejects.toThrow(Forbidden)
    await expect(countDeliveries(blind, {})).rejects.toThrow(Forbidden)
  })

  it.each([
    [{ kind: 'fax' }, 'kind'],
    [{ state: 'lost' }, 'state'],
    [{ subject: 'dealer:1' }, 'subject'],
    [{ subject: 'lead:0' }, 'subject'],
    [{ limit: 0 }, 'limit'],
    [{ cursor: 'x' }, 'cursor'],
    [{ since: -1 }, 'since'],
    [{ colour: 'red' }, 'colour'],
  ])('refuses %j and names the field', async (input, field) => {
    const refusal = listDeliveries(shell, input as DeliveryList)
    await expect(refusal).rejects.toMatchObject({ code: 'VALIDATION_ERROR', issues: [{ field }] })
  })
})

describe('a delivery', () => {
  it('is shown with every attempt, the first one first', async () => {
    expect(await showDelivery(user(1), { id: sync })).toMatchObject({
      id: sync,
      brand_id: 1,
      attempts_made: 2,
      attempts: [
        { number: 1, at: '1970-01-01T00:00:00.001100Z', answer: null, final: false },
        { number: 2, error: 'down', answer: 'come back', final: true },
      ],
    })
  })

  it('does not exist for a principal without its brand', async () => {
    await expect(showDelivery(user(2), { id: sync })).rejects.toThrow(NotFound)
    await expect(showDelivery(shell, { id: 999 })).rejects.toThrow(NotFound)
  })

  it('is shown only with deliveries:read, and by a valid id', async () => {
    await expect(showDelivery(blind, { id: sync })).rejects.toThrow(Forbidden)
    await expect(showDelivery(shell, { id: 0 })).rejects.toThrow(Invalid)
  })
})
