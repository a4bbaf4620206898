import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { outgoing } from '../../../platform/outgoing/target.test-support.ts'
import { makeWorld, type World } from '../world.test-support.ts'
import { LOCATION, startHighLevel, TOKEN } from './highlevel.test-support.ts'
import { warrantyQueueKey } from './queue-sync.ts'
import { warrantySyncHandler } from './sync-handler.ts'

let world: World
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(async () => {
  await world.ctx.deliveries.stop(0)
  await world.drop()
})

/** Sets up a warranty of a brand with HighLevel, and its sync. Calls `onCall` before each answer is used. */
async function makeSync(onCall: (method: string) => Promise<unknown> = async () => undefined) {
  const { db, ctx } = world
  const highLevel = await startHighLevel()
  const crm = { type: 'highlevel', url: highLevel.url, token: TOKEN, location_id: LOCATION }
  await db.write((trx) =>
    trx
      .updateTable('brands')
      .set({ warranty_crm: JSON.stringify(crm) })
      .where('id', '=', 2)
      .execute(),
  )
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => lines.push(line) })
  const client = outgoing()
  const listened: typeof client = {
    ...client,
    async request(call) {
      const answer = await client.request(call)
      await onCall(call.method)
      return answer
    },
  }
  ctx.deliveries.register('warranty_sync', warrantySyncHandler({ ...ctx, outgoing: listened, log }))
  const { hin } = await world.register({ brand_id: 2 })
  const { id } = await warrantyRow()
  const attempt = () => ctx.deliveries.attemptNow(warrantyQueueKey(id), { reopen: false, budgetMs: 10_000 })
  return { highLevel, lines, hin, attempt }
}

function warrantyRow() {
  return world.db.read.selectFrom('warranties').selectAll().executeTakeFirstOrThrow()
}

test('the log says why a contact could not be compared with what HighLevel stores', async () => {
  const { highLevel, lines, attempt } = await makeSync()
  highLevel.answers.push({ status: 200, body: '{"contact":{"id":"c1"}}' }, { status: 403 })
  expect(await attempt()).toMatchObject({ status: 'delivered' })
  expect(lines).toEqual([expect.stringMatching(/"delivery":1,.*contacts\.readonly/)])
  expect(lines[0]).not.toMatch(/Ada|ada@|pit-/)
})

const bo = { first_name: 'Bo', last_name: 'Hill', email: 'bo@example.com', zipcode: '78701' }

test('the contact in the CRM is forgotten when the boat gets a new owner', async () => {
  const { highLevel, hin, attempt } = await makeSync()
  highLevel.rules.push((contact) => {
    contact.lastName = 'Changed'
  })
  await attempt()
  expect(await warrantyRow()).toMatchObject({
    crm_contact_id: expect.any(String),
    crm_differences: expect.stringContaining('Rivers'),
  })
  await world.transfer(hin, { contact: bo, registration_date: '2025-04-01' })
  expect(await warrantyRow()).toMatchObject({ crm_contact_id: null, crm_differences: null })
})

test('no contact is recorded of an owner who transfers the boat during the sync', async () => {
  let transferred: Promise<unknown> | undefined
  const { highLevel, hin, attempt } = await makeSync(async (method) => {
    if (method !== 'GET' || transferred) return
    // For the new owner: what it would record must not hide what the attempt under way does.
    highLevel.answers.push({ status: 500 })
    const transfer = { contact: bo, registration_date: '2025-04-01' }
    // Still uncommitted when the attempt is recorded.
    await new Promise<void>((begun) => {
      transferred = world.transfer(hin, transfer, async () => {
        begun()
        await sleep(200)
      })
    })
  })
  highLevel.rules.push((contact) => {
    contact.lastName = 'Changed'
  })
  await attempt()
  await transferred
  expect(await warrantyRow()).toMatchObject({
    sync_attempts: 2,
    crm_contact_id: null,
    crm_differences: null,
  })
})
