import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../test/support/db.ts'
import { DAY_MICROS, systemClock } from '../../platform/clock.ts'
import { createOutgoing } from '../../platform/outgoing/client.ts'
import { shellPrincipal } from '../../platform/principal.ts'
import { createDeliveries } from '../deliveries/module.ts'
import { apply } from '../setup/apply.test-support.ts'
import { recordFailedDeliveries } from './deliver-event.ts'
import { registerEventDelivery } from './module.ts'
import { createEndpoint } from './operations/create-endpoint.ts'
import { showEndpoint } from './operations/show-endpoint.ts'
import { updateEndpoint } from './operations/update-endpoint.ts'
import { recordEvents } from './record-events.ts'

const { db, drop } = await openTestDatabase()
const outgoing = createOutgoing({ allowPrivate: true, userAgent: 'test' })
afterAll(async () => {
  await outgoing.close()
  await drop()
})

let now = systemClock.now()
const clock = { now: () => ++now }
const targets = { allowPrivate: true }
const ctx = { db, clock, principal: shellPrincipal(), targets }

test('an endpoint whose attempts all fail for five days is switched off, and says so', async () => {
  const log = pino({ level: 'silent' })
  const engine = createDeliveries({ db, clock, log, retryScale: 1, onFailed: recordFailedDeliveries })
  registerEventDelivery({ db, clock, outgoing, deliveries: engine })
  await apply(db, { brands: [{ slug: 'a', name: 'A' }] })
  const { id: brandId } = await db.read.selectFrom('brands').select('id').executeTakeFirstOrThrow()
  // Nothing listens there.
  const { id } = await createEndpoint(ctx, { url: 'http://127.0.0.1:1/', brands: ['a'] })
  const attempt = async () => {
    const event = { type: 'lead.received' as const, brandId, subject: 'lead:1', data: {} }
    await db.write((trx) => recordEvents(trx, [{ ...event, at: clock.now() }]))
    return engine.attemptNow(`event:${id}:lead:1`, { reopen: false, budgetMs: 5_000 })
  }
  const show = () => showEndpoint(ctx, { id })

  expect(await attempt()).toMatchObject({ status: 'pending' })
  const since = (await show()).failing_since
  expect(since).not.toBeNull()
  now += 4 * DAY_MICROS
  await attempt()
  expect(await show()).toMatchObject({ active: true, failing_since: since, disabled_at: null })
  now += DAY_MICROS
  await attempt()
  expect(await show()).toMatchObject({
    ...{ active: false, failing_since: since, disabled_at: expect.any(String) },
    disabled_reason: expect.stringContaining('five days'),
  })
  const events = async () => {
    const rows = await db.read.selectFrom('events').select(['type', 'subject']).orderBy('id').execute()
    return rows.filter(({ type }) => type !== 'lead.received')
  }
  expect(await events()).toEqual([{ type: 'endpoint.disabled', subject: `endpoint:${id}` }])
  const actions = await db.read
    .selectFrom('audit_entries')
    .select(['action', 'actor_kind', 'brand_id'])
    .where('subject_kind', '=', 'endpoint')
    .orderBy('id')
    .execute()
  expect(actions.at(-1)).toEqual({ action: 'endpoint.disabled', actor_kind: 'system', brand_id: brandId })

  // Its pending deliveries fail, which is not reported.
  const queue = { reopen: false, budgetMs: 5_000 }
  expect(await engine.attemptNow(`event:${id}:lead:1`, queue)).toMatchObject({ status: 'failed' })
  expect(await events()).toHaveLength(1)
  await updateEndpoint(ctx, { id, changes: { active: true } })
  expect(await show()).toMatchObject({ active: true, failing_since: null, disabled_at: null })
  await engine.stop(0)
})
