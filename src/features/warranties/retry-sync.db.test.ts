import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeWorld, type World } from './administration/test-world.ts'
import { retrySync } from './retry-sync.ts'

let world: World
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(async () => {
  await world.ctx.deliveries.stop(0)
  await world.drop()
})

test('what failed and is not kept any more is sent as a new message', async () => {
  const sent: string[] = []
  world.ctx.deliveries.register('warranty_sync', {
    timeoutMs: 1_000,
    async send({ event }) {
      sent.push(event)
      return { ok: true }
    },
  })
  const { hin } = await world.register({ brand_id: 2 })
  await world.db.write(async (trx) => {
    await trx.deleteFrom('deliveries').execute()
    await trx.updateTable('warranties').set({ sync_status: 'failed' }).execute()
  })
  const author = { actor: { kind: 'user', id: 1 } as const, brands: new Set([2]) }
  await retrySync(world.ctx, author, { hin })
  expect(sent).toEqual(['warranty.updated'])
  const rows = await world.db.read.selectFrom('deliveries').select(['event', 'status']).execute()
  expect(rows).toEqual([{ event: 'warranty.updated', status: 'delivered' }])
})
