import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { invalidate } from '../../../platform/db/cached.ts'
import { outgoing } from '../../../platform/outgoing/target.test-support.ts'
import { type Outcome, retryDelivery } from '../../deliveries/index.ts'
import { warrantyQueueKey } from '../crm/queue-sync.ts'
import { warrantySyncHandler } from '../crm/sync-handler.ts'
import type { SyncStatus } from '../schemas.ts'
import { makeWorld, userPrincipal, type World } from '../world.test-support.ts'
import { retrySync } from './retry-sync.ts'
import { updateWarranty } from './update-warranty.ts'

const refused: Outcome = { ok: false, final: true, error: 'The receiver answered with status 422.' }

let world: World
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(async () => {
  await world.ctx.deliveries.stop(0)
  await world.drop()
})

const asUser = () => ({ ...world.ctx, principal: userPrincipal([2]) })

const handler = () =>
  warrantySyncHandler({ ...world.ctx, outgoing: outgoing(), log: pino({ level: 'silent' }) })

/** A CRM that keeps what it is sent, gives these answers, and then takes everything. */
function startCrm(...answers: Outcome[]) {
  const sent: string[] = []
  world.ctx.deliveries.register('warranty_sync', {
    ...handler(),
    async send({ id, event }) {
      sent.push(`${id} ${event}`)
      return answers.shift() ?? { ok: true }
    },
  })
  return sent
}

const attempt = (id: number) =>
  world.ctx.deliveries.attemptNow(warrantyQueueKey(id), { reopen: false, budgetMs: 5_000 })

const retry = async (hin: string) => (await retrySync(asUser(), { hin })).crm_sync.status

const deliveries = () =>
  world.db.read.selectFrom('deliveries').select(['id', 'event', 'status']).orderBy('id').execute()

const syncOf = (id: number) =>
  world.db.read
    .selectFrom('warranties')
    .select(['sync_status', 'sync_error', 'sync_last_attempt', 'sync_attempts'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

async function setCrm(crm: object | null) {
  await world.db.write(async (trx) => {
    const warranty_crm = crm && JSON.stringify(crm)
    await trx.updateTable('brands').set({ warranty_crm }).where('id', '=', 2).execute()
    await invalidate(world.db, trx, 'brands')
  })
}

/** A warranty to which nothing is owed any more, and which says so or not. */
async function emptyLane(sync_status: SyncStatus): Promise<string> {
  const { hin } = await world.register({ brand_id: 2 })
  await world.db.write(async (trx) => {
    await trx.deleteFrom('deliveries').execute()
    await trx.updateTable('warranties').set({ sync_status }).execute()
  })
  return hin
}

test('sends the event that failed, though a later one was delivered', async () => {
  const sent = startCrm(refused, { ok: true }, refused)
  const { hin } = await world.register({ brand_id: 2 })
  const { id } = await world.db.read.selectFrom('warranties').select('id').executeTakeFirstOrThrow()
  await attempt(id)
  await updateWarranty(asUser(), { selector: { hin }, update: { warranty_notes: 'n' } })
  await attempt(id)
  const [registered] = await deliveries()
  await retryDelivery(world.ctx, { id: registered!.id })
  await attempt(id)
  expect(await deliveries()).toMatchObject([{ status: 'failed' }, { status: 'delivered' }])
  expect(await retry(hin)).toBe('synced')
  expect(sent).toHaveLength(4)
  expect(sent.at(-1)).toBe(`${registered!.id} warranty.registered`)
  expect(await deliveries()).toMatchObject([{ status: 'delivered' }, { status: 'delivered' }])
})

test.each(['failed', 'pending'] as const)(
  'a %s warranty without pending messages gets a new message',
  async (status) => {
    const sent = startCrm()
    const hin = await emptyLane(status)
    expect(await retry(hin)).toBe('synced')
    expect(sent).toEqual([expect.stringMatching(/ warranty\.updated$/)])
    expect(await deliveries()).toMatchObject([{ event: 'warranty.updated', status: 'delivered' }])
  },
)

test('a pending warranty with a pending message gets that message', async () => {
  const sent = startCrm()
  const { hin } = await world.register({ brand_id: 2 })
  expect(await retry(hin)).toBe('synced')
  expect(sent).toEqual([expect.stringMatching(/ warranty\.registered$/)])
})

describe('a brand whose CRM is taken away', () => {
  const passing: Outcome = { ok: false, final: false, error: 'The receiver answered with status 500.' }

  /** A warranty that a CRM gave this answer, without the CRM. */
  async function left(answer: Outcome) {
    const sent = startCrm(answer)
    const { hin } = await world.register({ brand_id: 2 })
    const { id } = await world.db.read.selectFrom('warranties').select('id').executeTakeFirstOrThrow()
    await attempt(id)
    await setCrm(null)
    const before = await syncOf(id)
    expect(before.sync_attempts).toBe(1)
    return { sent, hin, id, before }
  }

  test.each([
    ['pending', passing],
    ['failed', refused],
    ['synced', { ok: true } as const],
  ])('says so of a %s warranty when it is retried, and is sent nothing', async (status, answer) => {
    const { sent, hin, id, before } = await left(answer)
    const owed = await deliveries()
    expect(before.sync_status).toBe(status)
    const { crm_sync } = await retrySync(asUser(), { hin })
    expect(crm_sync).toMatchObject({ status: 'not_configured', error: null, attempts: 1 })
    expect(await syncOf(id)).toEqual({ ...before, sync_status: 'not_configured', sync_error: null })
    expect(sent).toHaveLength(1)
    expect(await deliveries()).toEqual(owed)
  })

  test('has no attempt counted when it is claimed', async () => {
    const { id, before } = await left(passing)
    world.ctx.deliveries.register('warranty_sync', handler())
    expect(await attempt(id)).toMatchObject({ status: 'failed' })
    expect(await syncOf(id)).toEqual({ ...before, sync_status: 'not_configured', sync_error: null })
  })

  test('and has one again before that, gets the pending message, once', async () => {
    const { sent, hin, id } = await left(passing)
    await retry(hin)
    await setCrm({ type: 'webhook', url: 'https://crm.example.com/' })
    expect(await retry(hin)).toBe('synced')
    expect(new Set(sent)).toEqual(new Set([expect.stringMatching(/ warranty\.registered$/)]))
    expect(sent).toHaveLength(2)
    expect(await deliveries()).toMatchObject([{ status: 'delivered' }])
    expect(await syncOf(id)).toMatchObject({ sync_attempts: 2 })
  })
})
