import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { audited } from '../../../../test/support/audited.ts'
import { openPerTest } from '../../../../test/support/db.ts'
import { systemClock as clock } from '../../../platform/clock.ts'
import { type Principal, SYSTEM } from '../../../platform/principal.ts'
import { createBrandCache, saveBrands } from '../../brands/index.ts'
import { createDeliveries } from '../../deliveries/module.ts'
import type { WarrantyContext } from '../context.ts'
import { createRegistrations, createWarranty, createWarrantyIn } from '../operations/create-warranty.ts'
import { expireWarranties } from '../operations/expire-warranties.ts'
import { retrySync } from '../operations/retry-sync.ts'
import { transferWarranty } from '../operations/transfer-warranty.ts'
import { updateWarranty } from '../operations/update-warranty.ts'

import { userPrincipal } from '../world.test-support.ts'

const [PLAIN, SYNCED] = [1, 2]
const user = (id: number): Principal => ({ ...userPrincipal([PLAIN, SYNCED]), id })
const HIN = 'HCX12345D526'
/** Values that are a person's, or in which one may be named. */
const PERSONAL = ['Ada', 'Keel', 'ada@', '555 01', 'Lake Road', 'K1A 0B1', 'Tyler', 'hush', 'Grace', 'grace@']
const contact = {
  first_name: 'Ada',
  last_name: 'Keel',
  email: 'ada@example.com',
  phone: '+1 555 0100',
  address: '1 Lake Road',
  zipcode: 'K1A 0B1',
  country_code: 'CA',
  city: 'Tyler',
}
const registration = (fields: object = {}) => ({
  brand_id: PLAIN,
  hin: HIN,
  model: 'Tidewater 24',
  model_year: '2025',
  registration_date: '2025-03-01',
  warranty_notes: 'hush',
  contact,
  ...fields,
})

const database = openPerTest()
let ctx: WarrantyContext
beforeEach(async () => {
  const { db } = database
  const deliveries = createDeliveries({ db, clock, log: pino({ level: 'silent' }), retryScale: 1 })
  deliveries.register('warranty_sync', {
    timeoutMs: 1_000,
    send: async () => ({ ok: true }),
    settled: async () => undefined,
  })
  ctx = { db, clock, brands: createBrandCache(db), deliveries, principal: user(7) }
  const crm = { type: 'webhook', url: 'https://crm.example.com/hook' } as const
  await db.write((trx) =>
    saveBrands(audited(db), trx, [
      { id: PLAIN, slug: 'plain', name: 'Plain' },
      { id: SYNCED, slug: 'synced', name: 'Synced', warranty_crm: crm },
    ]),
  )
})

async function trail() {
  const rows = await database.db.read
    .selectFrom('audit_entries')
    .selectAll()
    .where('subject_kind', '=', 'warranty')
    .orderBy('id')
    .execute()
  for (const value of PERSONAL) expect(JSON.stringify(rows)).not.toContain(value)
  return rows.map(({ before, after, ...row }) => ({
    ...row,
    before: before && JSON.parse(before),
    after: after && JSON.parse(after),
  }))
}

async function register(fields: object = {}) {
  const brands = await ctx.brands.getFresh()
  return ctx.db.write((trx) => createWarrantyIn(ctx, trx, { brands, registration: registration(fields) }))
}

test('a registration leaves all of the boat, and nothing of the owner', async () => {
  await register({ warranty_duration_months: 1200, order_number: 'Ada Keel 1' })
  expect(await trail()).toEqual([
    {
      id: expect.any(Number),
      at: expect.any(Number),
      actor_kind: 'user',
      actor_id: 7,
      actor_name: null,
      action: 'warranty.registered',
      subject_kind: 'warranty',
      subject_id: 1,
      subject_name: HIN,
      brand_id: PLAIN,
      before: null,
      after: {
        model: 'Tidewater 24',
        model_year: '2025',
        is_used: false,
        registration_date: '2025-03-01',
        purchase_date: '2025-03-01',
        warranty_start_date: '2025-03-01',
        warranty_duration_months: 1200,
        warranty_end_date: '2125-03-01',
        warranty_status: 'active',
        warranty_notes: 'changed',
        order_number: 'changed',
      },
    },
  ])
})

test('each stored warranty of a batch leaves an entry with its caller', async () => {
  const batched = { ...ctx, registrations: createRegistrations(ctx) }
  const hins = Array.from({ length: 100 }, (_, i) => `HCX0000${i % 99}`.padEnd(12, 'A'))
  const made = await Promise.allSettled(
    hins.map((hin, id) => createWarranty({ ...batched, principal: user(id) }, registration({ hin }))),
  )
  expect(made.filter(({ status }) => status === 'rejected')).toHaveLength(1)
  const entries = await trail()
  expect(entries.map((row) => row.subject_name).sort()).toEqual([...new Set(hins)].sort())
  const warranties = await ctx.db.read
    .selectFrom('warranties')
    .select(['id', 'hin', 'created_by'])
    .orderBy('id')
    .execute()
  const told = entries.map((row) => ({
    id: row.subject_id,
    hin: row.subject_name,
    created_by: row.actor_id,
  }))
  expect(told.sort((a, b) => a.id! - b.id!)).toEqual(warranties)
})

test('a duplicate leaves none', async () => {
  await register()
  await expect(register()).rejects.toMatchObject({ code: 'DUPLICATE_HIN' })
  expect(await trail()).toHaveLength(1)
})

test('a registration by an administrator has the administrator’s name', async () => {
  const brands = await ctx.brands.getFresh()
  const shell = { ...ctx, principal: { kind: 'shell', name: 'ada.ops' } } as const
  await ctx.db.write((trx) => createWarrantyIn(shell, trx, { brands, registration: registration() }))
  expect(await trail()).toMatchObject([
    { actor_kind: 'administrator', actor_id: null, actor_name: 'ada.ops' },
  ])
})

const update = (update: object) => updateWarranty(ctx, { selector: { hin: HIN }, update })

test('an update leaves the fields that changed', async () => {
  await register()
  await update({
    warranty_status: 'voided',
    warranty_duration_months: 24,
    warranty_notes: 'hush hush',
    contact: { first_name: 'Grace', last_name: 'Keel', email: 'grace@example.com' },
  })
  expect((await trail())[1]).toMatchObject({
    action: 'warranty.updated',
    actor_id: 7,
    before: { warranty_status: 'active', warranty_duration_months: null, warranty_end_date: null },
    after: {
      warranty_status: 'voided',
      warranty_duration_months: 24,
      warranty_end_date: '2027-03-01',
      warranty_notes: 'changed',
      first_name: 'changed',
      email: 'changed',
    },
  })
  expect((await trail())[1]!.after).not.toHaveProperty('last_name')
})

test('an update that changes nothing, or is refused, leaves none', async () => {
  await register()
  await update({ warranty_status: 'active', contact: { city: 'Tyler' } })
  const refused = update({ contact: { email: null, phone: null } })
  await expect(refused).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
  expect(await trail()).toHaveLength(1)
})

test('a transfer leaves the dates, and that there is another owner', async () => {
  await register()
  const transfer = { registration_date: '2025-06-01', transfer_notes: 'hush', contact }
  await transferWarranty(ctx, { selector: { hin: HIN }, transfer })
  expect((await trail())[1]).toMatchObject({
    action: 'warranty.transferred',
    before: { registration_date: '2025-03-01', purchase_date: '2025-03-01' },
    after: {
      registration_date: '2025-06-01',
      purchase_date: '2025-06-01',
      contact: 'changed',
      transfer_notes: 'changed',
    },
  })
  await update({ warranty_status: 'voided' })
  const again = transferWarranty(ctx, { selector: { hin: HIN }, transfer: { contact } })
  await expect(again).rejects.toMatchObject({ code: 'WARRANTY_NOT_TRANSFERABLE' })
  expect((await trail()).map((row) => row.action)).toEqual([
    'warranty.registered',
    'warranty.transferred',
    'warranty.updated',
  ])
})

test('a sync retried by hand leaves one where there is a CRM', async () => {
  await register()
  await register({ brand_id: SYNCED })
  await retrySync(ctx, { hin: HIN, brandId: PLAIN })
  await retrySync(ctx, { hin: HIN, brandId: SYNCED })
  expect((await trail()).slice(2)).toMatchObject([
    { action: 'warranty.sync_retried', actor_id: 7, brand_id: SYNCED, before: null, after: null },
  ])
})

test('the daily expiry leaves one for each, as the system', async () => {
  await register()
  await register({ hin: 'HCX12345D626', registration_date: '2020-01-01', warranty_duration_months: 1200 })
  const ended = { warranty_end_date: '2021-01-01' }
  await ctx.db.write((trx) => trx.updateTable('warranties').set(ended).where('hin', '=', HIN).execute())
  await expireWarranties({ ...ctx, principal: SYSTEM })
  await expireWarranties({ ...ctx, principal: SYSTEM })
  expect((await trail()).slice(2)).toMatchObject([
    {
      action: 'warranty.expired',
      actor_kind: 'system',
      actor_id: null,
      subject_name: HIN,
      brand_id: PLAIN,
      before: { warranty_status: 'active' },
      after: { warranty_status: 'expired' },
    },
  ])
})

test('work that is rolled back leaves none', async () => {
  const brands = await ctx.brands.getFresh()
  const work = ctx.db.write(async (trx) => {
    await createWarrantyIn(ctx, trx, { brands, registration: registration() })
    throw new Error('no')
  })
  await expect(work).rejects.toThrow('no')
  expect(await trail()).toEqual([])
})
