import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, newHin } from '../registrations.test-support.ts'
import type { RegistrationBody } from '../schemas.ts'
import { acceptMatching } from './accept-matching.ts'
import { acceptRegistration } from './accept-registration.ts'
import { rejectRegistration } from './reject-registration.ts'
import { showRegistration } from './show-registration.ts'

const world = await makeWorld()
const { ctx, submit } = world
afterAll(world.drop)

const KNOWN = newHin()

beforeAll(async () => {
  // Its warranty makes the manufacturer known.
  await acceptRegistration(ctx, { id: await submit({ hin: KNOWN }), fields: {} })
})

test('a registration that matches is accepted by the system', async () => {
  const id = await submit()
  expect(await acceptMatching(ctx)).toBe(1)
  const shown = await showRegistration(ctx, { id })
  expect(shown).toMatchObject({ state: 'accepted', warranty_id: expect.any(Number), mismatches: null })
  const entries = await ctx.db.read
    .selectFrom('audit_entries')
    .select(['actor_kind', 'action'])
    .where('subject_kind', '=', 'registration')
    .where('subject_id', '=', id)
    .execute()
  expect(entries).toEqual([{ actor_kind: 'system', action: 'registration.accepted' }])
  expect(await acceptMatching(ctx)).toBe(0)
})

test.each<[string, Partial<RegistrationBody>, RegExp]>([
  ['a HIN of another form', { hin: 'HCX000000000' }, /^The HIN follows no known format/],
  ['an unknown manufacturer', { hin: newHin('ZZZ') }, /no warranty of a boat with .* code ZZZ/],
  [
    'another model year than the HIN',
    { model_year: '2024' },
    /gives model year 2025, but the record says 2024/,
  ],
  ['no model year', { model_year: 'new' }, /^The model year new is not plausible/],
  ['a purchase before the boat was built', { purchase_date: '2024-11-30' }, /dates the boat to 2024-12/],
  ['a purchase in the future', { purchase_date: '2900-01-01' }, /^The purchase date 2900-01-01 is in/],
  ['no dealer', { dealer_code: null }, /^The owner named no dealer/],
  ['an unknown dealer', { dealer_code: 'HC-99' }, /no active dealer with the code HC-99/],
  ['an inactive dealer', { dealer_code: 'HC-16' }, /no active dealer with the code HC-16/],
  ["another brand's dealer", { dealer_code: 'T-17' }, /no active dealer with the code T-17/],
  ['the HIN of a warranty', { hin: KNOWN }, /^Warranty \d+ has the same HIN/],
])('%s waits for staff', async (_what, fields, reason) => {
  const id = await submit(fields)
  expect(await acceptMatching(ctx)).toBe(0)
  const { state, mismatches } = await showRegistration(ctx, { id })
  expect([state, mismatches]).toEqual(['received', expect.arrayContaining([expect.stringMatching(reason)])])
  await rejectRegistration(ctx, { id, fields: { reason: 'Test' } })
})

test('two registrations with one HIN are not accepted automatically, except that a rejected one is ignored', async () => {
  const hin = newHin()
  const [first, second] = [await submit({ hin }), await submit({ hin })]
  expect(await acceptMatching(ctx)).toBe(0)
  await rejectRegistration(ctx, { id: first, fields: { reason: 'Twice' } })
  expect((await showRegistration(ctx, { id: second })).mismatches).toEqual([])
})

test('a brand without the setting accepts nothing by itself', async () => {
  const id = await submit({ brand: 'tide', dealer_code: 'T-17' })
  expect(await acceptMatching(ctx)).toBe(0)
  expect((await showRegistration(ctx, { id })).state).toBe('received')
})

test('two processes that check at the same time make one warranty', async () => {
  const ids = [await submit(), await submit(), await submit()]
  const accepted = await Promise.all([acceptMatching(ctx), acceptMatching(ctx)])
  expect(accepted[0]! + accepted[1]!).toBe(3)
  for (const id of ids) expect((await showRegistration(ctx, { id })).state).toBe('accepted')
})
