import { afterAll, expect, test } from 'vitest'
import { DAY_MICROS } from '../../platform/clock.ts'
import { erasePerson } from '../privacy/operations/erase-person.ts'
import { exportPerson } from '../privacy/operations/export-person.ts'
import { findPerson } from '../privacy/operations/find-person.ts'
import { repeatErasures } from '../privacy/operations/repeat-erasures.ts'
import { withErasures } from '../privacy/privacy.test-support.ts'
import { acceptRegistration } from './operations/accept-registration.ts'
import { listRegistrations } from './operations/list-registrations.ts'
import { pruneRegistrations } from './operations/prune-registrations.ts'
import { rejectRegistration } from './operations/reject-registration.ts'
import { makeWorld } from './registrations.test-support.ts'

const world = await makeWorld()
const { submit } = world
const ctx = withErasures(world.ctx)
afterAll(world.drop)

const EMAIL = 'ada@example.com'
const bo = { contact: { first_name: 'Bo', last_name: 'Lee', email: 'bo@example.com', zipcode: '20095' } }
const idsOf = async () => {
  const { items } = await listRegistrations(ctx, {})
  return items.map(({ id }) => id)
}
const contents = async () =>
  JSON.stringify([
    await ctx.db.read.selectFrom('registrations').selectAll().execute(),
    await ctx.db.read.selectFrom('registration_terms').selectAll().execute(),
    await ctx.db.read.selectFrom('events').selectAll().execute(),
  ])

test('a person is found, exported and erased, also in what others wrote', async () => {
  const own = await submit({ contact: { ...bo.contact, first_name: 'Ada', email: 'Ada@Example.com' } })
  await acceptRegistration(ctx, { id: own, fields: {} })
  const other = await submit({ ...bo, model: `Sold by ${EMAIL}` })
  expect((await findPerson(ctx, { email: EMAIL })).map(({ what }) => what)).toEqual([
    'owner',
    'registration',
    'named in a registration',
    'events',
  ])
  const exported = await exportPerson(ctx, { email: EMAIL })
  expect(exported).toMatchObject({
    registrations: [{ brand: 'harbor-craft', id: own, state: 'accepted', contact: { first_name: 'Ada' } }],
    mentions: expect.arrayContaining([{ brand: 'harbor-craft', registration_id: other }]),
  })
  expect(await erasePerson(ctx, { email: EMAIL })).toMatchObject({
    registrations: 1,
    registration_mentions: 1,
    owners: 1,
    complete: true,
  })
  expect(await idsOf()).toEqual([other])
  expect(await contents()).not.toMatch(/ada/i)
  expect(await findPerson(ctx, { email: EMAIL })).toEqual([])
})

test('somebody who comes back with a restore is erased again', async () => {
  await submit({ contact: { ...bo.contact, email: EMAIL } })
  expect(await repeatErasures(ctx)).toMatchObject({ repeated: 1, complete: true })
  expect(await contents()).not.toContain(EMAIL)
})

test('an unsent mail goes with the person, and keeps a registration from being removed for its age', async () => {
  world.ctx.mailer = { send: async () => ({ ok: true }) }
  const id = await submit({ contact: { ...bo.contact, email: 'eve@example.com' } })
  await rejectRegistration(ctx, { id, fields: { reason: 'Test' } })
  world.ctx.mailer = undefined
  await ctx.db.write((trx) =>
    trx.updateTable('registrations').set({ decided_at: 1 }).where('id', '=', id).execute(),
  )
  expect(await pruneRegistrations(ctx, 30)).toBe(0)
  expect(await erasePerson(ctx, { email: 'eve@example.com' })).toMatchObject({
    registrations: 1,
    deliveries_dropped: 1,
    complete: true,
  })
})

test('registrations go when their decision is old enough; open ones stay', async () => {
  const [open, rejected, recent] = [await submit(bo), await submit(bo), await submit(bo)]
  for (const id of [rejected, recent]) await rejectRegistration(ctx, { id, fields: { reason: 'Test' } })
  const longAgo = ctx.clock.now() - 31 * DAY_MICROS
  await ctx.db.write((trx) =>
    trx
      .updateTable('registrations')
      .set({ decided_at: longAgo, received_at: longAgo })
      .where('id', '=', rejected)
      .execute(),
  )
  expect(await pruneRegistrations(ctx, 0)).toBe(0)
  expect(await pruneRegistrations(ctx, 30)).toBe(1)
  const left = await idsOf()
  expect(left).toEqual(expect.arrayContaining([open, recent]))
  expect(left).not.toContain(rejected)
})
