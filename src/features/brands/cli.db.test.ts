import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeCommands } from '../../../test/support/administration.ts'
import { openTestDatabase } from '../../../test/support/db.ts'
import { apply } from '../setup/apply.test-support.ts'
import { registerBrandCommands } from './cli.ts'

const { db, drop } = await openTestDatabase()
afterAll(drop)

const { run, json, refusal } = makeCommands(db, registerBrandCommands)

beforeAll(() =>
  apply(db, {
    dealers: [{ id: 9, dealer_code: 'GLOBAL', name: 'Global', country: 'US', latitude: 1, longitude: 1 }],
  }),
)

let slug: string
beforeEach(async () => {
  slug = `brand-${randomBytes(6).toString('hex')}`
  await apply(db, {
    brands: [
      {
        ...{ slug, name: 'Brand', fallback_dealer: 'GLOBAL' },
        lead_webhook: {
          url: 'https://crm.example.com/leads/key-1?sig=2',
          secret: 'whsec_c2VjcmV0LXNlY3JldA==',
          categories: { boat_build: 'https://crm.example.com' },
        },
        warranty_crm: {
          type: 'webhook',
          url: 'https://crm.example.com/w',
          secret: 'whsec_c2VjcmV0LXNlY3JldA==',
        },
      },
    ],
  })
})

/** Returns the stored targets of the brand. */
async function stored() {
  const row = await db.read
    .selectFrom('brands')
    .selectAll()
    .where('slug', '=', slug)
    .executeTakeFirstOrThrow()
  return { leads: JSON.parse(row.lead_webhook!), crm: JSON.parse(row.warranty_crm!) }
}

test('a brand is shown without secrets, and with hosts only unless --show-urls is given', async () => {
  const shown = await json('brands', 'show', slug)
  expect(shown).toEqual({
    ...{ created_at: expect.any(String), updated_at: expect.any(String) },
    ...{
      id: expect.any(Number),
      slug,
      name: 'Brand',
      registration_auto_accept: false,
      sandbox: false,
      lead_dedupe_seconds: null,
      challenge: true,
      consent_texts: null,
    },
    lead_webhook: {
      url: 'https://crm.example.com/…',
      signed: true,
      categories: { boat_build: 'https://crm.example.com' },
    },
    warranty_crm: { type: 'webhook', url: 'https://crm.example.com/…', signed: true },
    ...{ fallback_dealer: 'GLOBAL', fallback_dealer_id: 9 },
  })
  expect((await json('brands', 'list')).brands).toContainEqual(shown)
  const complete = await json('brands', 'show', String(shown.id), '--show-urls')
  expect(complete.lead_webhook.url).toBe('https://crm.example.com/leads/key-1?sig=2')
  const pages = [await run(['brands', 'show', slug]), await run(['brands', 'list'])]
  expect(JSON.stringify([pages, shown])).not.toMatch(/whsec_|key-1|sig=/)
})

test('a brand is created with a webhook, whose generated secret is shown once', async () => {
  const created = await json(
    ...['brands', 'create', `new-${slug}`, '--name', 'New', '--lead-webhook', 'https://crm.example.com/new'],
    ...['--lead-webhook-secret', 'generate', '--fallback-dealer', 'GLOBAL', '--lead-dedupe-seconds', '60'],
  )
  expect(created).toMatchObject({
    ...{ slug: `new-${slug}`, name: 'New', fallback_dealer: 'GLOBAL', lead_dedupe_seconds: 60 },
    made: { 'lead_webhook.secret': expect.stringMatching(/^whsec_[\w+/]{43}=$/) },
    warranty_crm: null,
  })
  const { printed } = await run(['brands', 'update', slug, '--crm-secret', 'generate'])
  expect(printed).toEqual([
    expect.stringMatching(/^Updated: brand-/),
    expect.stringMatching(/^The warranty_crm\.secret, which is not shown again: whsec_/),
  ])
})

test('an update of a webhook keeps the fields that it does not name', async () => {
  const before = await stored()
  const url = 'https://crm.example.com/trade'
  await json('brands', 'update', slug, '--lead-webhook-category', `trade_in=${url}?a=b`)
  expect((await stored()).leads).toEqual({
    ...before.leads,
    categories: { ...before.leads.categories, trade_in: `${url}?a=b` },
  })
  const none = ['--lead-webhook-category', 'trade_in=', '--lead-webhook-category', 'boat_build=']
  await json('brands', 'update', slug, ...none, '--lead-webhook-secret', 'none', '--lead-webhook', url)
  expect((await stored()).leads).toEqual({ url })
  await json('brands', 'update', slug, '--lead-webhook', 'none', '--fallback-dealer', 'none')
  expect(await stored()).toEqual({ leads: null, crm: before.crm })
  expect((await json('brands', 'show', slug)).fallback_dealer).toBeNull()
  const { fallback_dealer } = await json('brands', 'update', slug, '--fallback-dealer', 'Global')
  expect(fallback_dealer).toBe('GLOBAL')
})

describe('a previous secret', () => {
  const FIRST = 'whsec_c2VjcmV0LXNlY3JldA=='
  const both = async (...given: string[]) => {
    const { made } = await json('brands', 'update', slug, ...given)
    const { leads, crm } = await stored()
    return { made, leads, crm }
  }
  const generate = () => both('--lead-webhook-secret', 'generate', '--crm-secret', 'generate')

  test('still signs beside the new one, and gets a note', async () => {
    const { made, leads, crm } = await generate()
    expect(leads).toMatchObject({ secret: made['lead_webhook.secret'], previous_secret: FIRST })
    expect(crm).toMatchObject({ secret: made['warranty_crm.secret'], previous_secret: FIRST })
    const signed = { signed: true, previous_secret_signs: true }
    expect(await json('brands', 'show', slug)).toMatchObject({ lead_webhook: signed, warranty_crm: signed })
    expect(leads.secret).not.toBe(crm.secret)
  })

  test('stays when another field changes, and when the current one is given again', async () => {
    const before = await generate()
    const url = 'https://crm.example.com/new'
    const { leads, crm } = await both(
      ...['--lead-webhook', url, '--lead-webhook-category', 'boat_build=', '--crm-url', url],
    )
    expect(leads).toEqual({ ...before.leads, url, categories: undefined })
    expect(crm).toEqual({ ...before.crm, url })
    await run(['brands', 'update', slug, '--lead-webhook-secret', 'stdin'], `${leads.secret}\n`)
    expect((await stored()).leads).toEqual(leads)
  })

  test('is replaced when the secret changes again', async () => {
    const { made } = await generate()
    const { leads, crm } = await generate()
    expect(leads.previous_secret).toBe(made['lead_webhook.secret'])
    expect(crm.previous_secret).toBe(made['warranty_crm.secret'])
  })

  test('is removed by drop-previous, and together with the current one by none', async () => {
    const before = await generate()
    const dropped = await both('--lead-webhook-secret', 'drop-previous', '--crm-secret', 'drop-previous')
    expect(dropped.leads).toEqual({ ...before.leads, previous_secret: undefined })
    expect(dropped.crm).toEqual({ ...before.crm, previous_secret: undefined })
    await generate()
    const { leads, crm } = await both('--lead-webhook-secret', 'none', '--crm-secret', 'none')
    expect(leads).toEqual({ ...dropped.leads, secret: undefined })
    expect(crm).toEqual({ ...dropped.crm, secret: undefined })
  })
})

test('a CRM of another type keeps no field of the one before', async () => {
  const highlevel = [
    '--warranty-crm',
    'highlevel',
    '--crm-location-id',
    'L1',
    '--crm-custom-field',
    'hull=hin',
  ]
  await run(['brands', 'update', slug, ...highlevel, '--crm-token-stdin'], 'pit-1\n')
  expect((await stored()).crm).toEqual({
    ...{ type: 'highlevel', token: 'pit-1', location_id: 'L1', custom_fields: { hull: 'hin' } },
  })
  await run(['brands', 'update', slug, '--crm-location-id', 'L2', '--crm-custom-field', 'hull='])
  expect((await stored()).crm).toEqual({ type: 'highlevel', token: 'pit-1', location_id: 'L2' })
  expect(JSON.stringify(await json('brands', 'show', slug))).not.toContain('pit-1')
  await run(['brands', 'update', slug, '--warranty-crm', 'webhook', '--crm-url', 'https://crm.example.com/x'])
  expect((await stored()).crm).toEqual({ type: 'webhook', url: 'https://crm.example.com/x' })
  await run(['brands', 'update', slug, '--warranty-crm', 'none'])
  expect((await stored()).crm).toBeNull()
})

test('a brand gets another slug and name, and keeps its id', async () => {
  const { id } = await json('brands', 'show', slug)
  expect(await json('brands', 'update', slug, '--slug', `${slug}-2`, '--name', 'Other')).toMatchObject({
    id,
    slug: `${slug}-2`,
    name: 'Other',
  })
})

test.each([
  [['show', 'xSLUG'], '', 'There is no brand "xSLUG". Did you mean "SLUG"?'],
  [['create', 'SLUG', '--name', 'X'], '', /^The brand SLUG \(id \d+\) already exists\./],
  [['create', 'new'], '', 'Name is required for a new brand.'],
  [['create', 'a b', '--name', 'X'], '', /^Slug must be up to/],
  [['delete', 'SLUG', '--yes'], '', /^A brand can't be deleted/],
  [['update', 'SLUG'], '', 'Give at least one option: --help lists them.'],
  [['update', 'SLUG', '--lead-webhook', 'http://127.0.0.1/'], '', /^The target URL must begin with https/],
  [
    ['update', 'SLUG', '--lead-webhook-category', 'boat_build'],
    '',
    /^"boat_build" must be a name and a value/,
  ],
  [['update', 'SLUG', '--lead-webhook-secret', 'stdin'], 'x', /^Secret must be a Standard Webhooks/],
  [['update', 'SLUG', '--lead-webhook-secret', 'stdin', '--crm-token-stdin'], 'x', /one secret only/],
  [['update', 'SLUG', '--warranty-crm', 'highlevel'], '', /^Token is required\.\nLocation ID is required\.$/],
  [['update', 'SLUG', '--fallback-dealer', 'NONE'], '', 'There is no dealer "NONE".'],
  [
    ['update', 'SLUG', '--fallback-dealer', 'GLOBALE'],
    '',
    'There is no dealer "GLOBALE". Did you mean "GLOBAL"?',
  ],
] as const)('%j is refused, and changes nothing', async (args, input, message) => {
  const before = await json('brands', 'list', '--show-urls')
  const fill = (text: string) => text.replaceAll('SLUG', slug)
  const said = await refusal(['brands', ...args.map(fill)], input)
  if (typeof message === 'string') expect(said).toBe(fill(message))
  else expect(said.replaceAll(slug, 'SLUG')).toMatch(message)
  expect(await json('brands', 'list', '--show-urls')).toEqual(before)
})

test('an id that is taken does not lead to a brand that does not exist', async () => {
  const { id } = await json('brands', 'show', slug)
  expect(await refusal(['brands', 'create', 'new', '--name', 'X', '--id', `${id}`])).toMatch(
    /already exists\. Change it with: \S+ brands update$/,
  )
})
