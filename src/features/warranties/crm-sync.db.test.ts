import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { outgoing } from '../../platform/outgoing/test-target.ts'
import { makeWorld, type World } from './administration/test-world.ts'
import { LOCATION, startHighLevel, TOKEN } from './crm/test-highlevel.ts'
import { laneOf, warrantySyncHandler } from './crm-sync.ts'

let world: World
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(async () => {
  await world.ctx.deliveries.stop(0)
  await world.drop()
})

test('the log says why a contact could not be compared with what HighLevel stores', async () => {
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
  ctx.deliveries.register('warranty_sync', warrantySyncHandler({ ...ctx, outgoing: outgoing(), log }))
  await world.register({ brand_id: 2 })
  const { id } = await db.read.selectFrom('warranties').select('id').executeTakeFirstOrThrow()
  highLevel.answers.push({ status: 200, body: '{"contact":{"id":"c1"}}' }, { status: 403 })
  const made = await ctx.deliveries.attemptNow(laneOf(id), { reopen: false, budgetMs: 10_000 })
  expect(made).toMatchObject({ status: 'delivered' })
  expect(lines).toEqual([expect.stringMatching(/"delivery":1,.*contacts\.readonly/)])
  expect(lines[0]).not.toMatch(/ada|pit-/i)
})
