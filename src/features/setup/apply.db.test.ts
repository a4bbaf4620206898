import { expect, test } from 'vitest'
import { openPerTest } from '../../../test/support/db.ts'
import { digestToken } from '../access/index.ts'
import { createBrandCache } from '../brands/index.ts'
import { createLocatorContext } from '../locator/module.ts'
import type { PostalCodes } from '../postal-codes/index.ts'
import { apply, COMPLETE_FILE, contentOf, IDS_OF_COMPLETE_FILE, issuesOf } from './apply.test-support.ts'

const database = openPerTest()

test('a file with everything is saved, and its ids are reported', async () => {
  const { db } = database
  const outcome = await apply(db, COMPLETE_FILE)
  const content = await contentOf(db)

  expect(outcome).toEqual({
    ...IDS_OF_COMPLETE_FILE,
    api_tokens: [
      { id: expect.any(Number), name: 'website' },
      { id: expect.any(Number), name: 'forms', token: expect.stringMatching(/^tr_[\w-]{43}$/) },
    ],
    notes: [],
  })
  const [, northwind] = outcome.brands
  const [, global] = outcome.dealers
  expect(content.brands.map((brand) => [brand.slug, brand.fallback_dealer_id])).toEqual([
    ['harbor-craft', global!.id],
    ['northwind', null],
  ])
  expect(JSON.parse(content.brands[0]!.lead_webhook!)).toEqual(COMPLETE_FILE.brands[0]!.lead_webhook)
  expect(JSON.parse(content.brands[1]!.warranty_crm!)).toEqual(COMPLETE_FILE.brands[1]!.warranty_crm)
  const { brands: _, active, ...details } = COMPLETE_FILE.dealers[0]!
  expect(content.dealers.find((dealer) => dealer.id === 15)).toMatchObject({ ...details, country_code: 'US' })
  expect(content.dealers.map((dealer) => Boolean(dealer.active))).toEqual([true, true])
  expect(content.dealerBrands).toEqual([1, northwind!.id].map((brand_id) => ({ brand_id, dealer_id: 15 })))
  expect(content.territories).toEqual([
    { brand_id: 1, country: 'US', postal_code: '750', dealer_id: 15 },
    { brand_id: 1, country: 'US', postal_code: '75067', dealer_id: 15 },
    { brand_id: northwind!.id, country: 'CA', postal_code: 'K1A 0B1', dealer_id: 15 },
  ])
  expect(content.permissions.map((row) => row.permission)).toEqual(['warranty:*'])
  expect(content.tokens.map((token) => token.token_hash)).toEqual([
    digestToken('a-token-of-24-characters'),
    digestToken(outcome.api_tokens[1]!.token!),
  ])
  expect(content.revisions.map((row) => row.topic)).toEqual(['access', 'brands', 'dealers'])
})

test('the locator knows a brand by its new slug', async () => {
  const { db } = database
  const of = (slug: string) => ({
    brands: [{ id: 1, slug, name: 'A', fallback_dealer: 'G' }],
    dealers: [{ dealer_code: 'G', name: 'Global', country: 'US', latitude: 1, longitude: 1 }],
  })
  await apply(db, of('old'))
  const postalCodes = {} as PostalCodes
  const { snapshots } = createLocatorContext({ db, brands: createBrandCache(db), postalCodes })
  const readSlug = async () => (await snapshots.of(1)).slug
  expect(await readSlug()).toBe('old')
  await apply(db, of('new'))
  await expect.poll(readSlug).toBe('new')
})

test('applied again, a file changes nothing and notifies no process', async () => {
  const { db } = database
  const first = await apply(db, COMPLETE_FILE)
  const before = await contentOf(db)
  const second = await apply(db, COMPLETE_FILE)

  expect(await contentOf(db)).toEqual(before)
  const [website, { token: _, ...forms }] = first.api_tokens as [unknown, { token: string }]
  expect(second).toEqual({ ...first, api_tokens: [website, forms] })
})

test('a file with one issue changes nothing', async () => {
  const { db } = database
  await apply(db, COMPLETE_FILE)
  const before = await contentOf(db)
  const changed = {
    ...COMPLETE_FILE,
    brands: [
      { id: 1, name: 'Renamed' },
      { slug: 'third', name: 'Third' },
    ],
    api_users: [{ email: 'dms@example.com', password: 'another' }, { email: 'new@example.com' }],
  }
  await expect(apply(db, changed)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    issues: [{ field: 'api_users[1].password', message: 'Password is required for a new user.' }],
  })
  expect(await contentOf(db)).toEqual(before)
})

test('records that the file does not name stay', async () => {
  const { db } = database
  await apply(db, COMPLETE_FILE)
  const before = await contentOf(db)
  await apply(db, {})
  await apply(db, {
    brands: [{ slug: 'harbor-craft' }],
    dealers: [{ id: 15 }],
    api_users: [{ email: 'dms@example.com' }],
    api_tokens: [{ name: 'website' }],
  })
  expect(await contentOf(db)).toEqual(before)
})

test('the time for repeated leads is set, kept and removed', async () => {
  const { db } = database
  await apply(db, COMPLETE_FILE)
  const secondsAfter = async (lead_dedupe_seconds?: number | null) => {
    await apply(db, {
      brands: [{ id: 1, ...(lead_dedupe_seconds === undefined ? {} : { lead_dedupe_seconds }) }],
    })
    return (await contentOf(db)).brands[0]!.lead_dedupe_seconds
  }
  expect(await secondsAfter()).toBeNull()
  expect(await secondsAfter(600)).toBe(600)
  expect(await secondsAfter()).toBe(600)
  expect(await secondsAfter(0)).toBeNull()
  expect(await secondsAfter(86_400)).toBe(86_400)
  expect(await secondsAfter(null)).toBeNull()
})

test('given fields are changed, and lists are replaced', async () => {
  const { db } = database
  await apply(db, COMPLETE_FILE)
  await apply(db, {
    brands: [
      { id: 1, slug: 'harbor', lead_webhook: null },
      { slug: 'northwind', fallback_dealer: 'HC-015' },
    ],
    dealer_groups: [{ id: 10, name: 'Tidewater' }],
    dealers: [{ dealer_code: 'HC-015', phone: null, group_id: null, active: false, brands: ['northwind'] }],
    territories: [
      { brand: 'harbor', country: 'US', postal_code: '750', dealer_code: null },
      { brand: 'harbor', country: 'USA', postal_code: '75067', dealer_code: 'HC-GLOBAL' },
      { brand: 'northwind', country: 'CA', postal_code: 'K1A 0B1', dealer_code: null },
      { brand: 'northwind', country: 'CA', postal_code: 'K1A', dealer_code: null },
    ],
    api_users: [{ email: 'DMS@Example.com', brands: [], permissions: ['warranty:read', 'warranty:list'] }],
    api_tokens: [
      { name: 'website', active: false, brands: ['northwind', 'harbor'], scopes: ['lead-submission'] },
    ],
  })
  const content = await contentOf(db)
  const [harbor, northwind] = content.brands
  const [tidewater, global] = content.dealers
  expect(harbor).toMatchObject({
    slug: 'harbor',
    name: 'Harbor Craft',
    lead_webhook: null,
    fallback_dealer_id: global!.id,
  })
  expect(harbor!.warranty_crm).toContain('https://crm.example.com/hook')
  expect(northwind!.fallback_dealer_id).toBe(15)
  expect(content.groups).toMatchObject([{ id: 10, name: 'Tidewater' }])
  expect(tidewater).toMatchObject({
    phone: '',
    group_id: null,
    unit_id: 1,
    city: 'Lewisville',
    latitude: 33.04,
  })
  expect(Boolean(tidewater!.active)).toBe(false)
  expect(content.dealerBrands).toEqual([{ brand_id: northwind!.id, dealer_id: 15 }])
  expect(content.territories).toEqual([
    { brand_id: 1, country: 'US', postal_code: '75067', dealer_id: global!.id },
  ])
  expect(content.users).toMatchObject([{ email: 'DMS@Example.com', email_key: 'dms@example.com' }])
  expect(content.userBrands).toEqual([])
  expect(content.permissions.map((row) => row.permission)).toEqual(['warranty:list', 'warranty:read'])
  expect(content.tokens[0]!.token_hash).toBe(digestToken('a-token-of-24-characters'))
  expect(Boolean(content.tokens[0]!.active)).toBe(false)
  expect(content.scopes.filter((row) => row.token_id === content.tokens[0]!.id)).toEqual([
    { token_id: content.tokens[0]!.id, scope: 'lead-submission' },
  ])
  expect(content.tokenBrands.filter((row) => row.token_id === content.tokens[0]!.id)).toHaveLength(2)
})

test('roles, kinds of tokens and all brands are applied, and applied again change nothing', async () => {
  const { db } = database
  const file = {
    brands: [{ slug: 'harbor-craft', name: 'Harbor Craft' }],
    api_users: [
      { email: 'boss@example.com', password: 'x', role: 'administrator' },
      { email: 'ada@example.com', password: 'x', role: 'sales', brands: ['harbor-craft'] },
    ],
    api_tokens: [
      {
        name: 'pages',
        kind: 'publishable',
        brands: ['harbor-craft'],
        scopes: ['dealer-locator'],
        origins: ['https://www.example.com'],
      },
      {
        name: 'reports',
        kind: 'service',
        permissions: ['leads:read'],
        all_brands: true,
        expires_at: '2999-01-31',
      },
    ],
  }
  const { api_tokens } = await apply(db, file)
  expect(api_tokens.map(({ token }) => token!.slice(0, 3))).toEqual(['pk_', 'sk_'])
  const before = await contentOf(db)
  expect(before.users.map(({ role, all_brands }) => [role, Boolean(all_brands)])).toEqual([
    ['administrator', true],
    ['sales', false],
  ])
  await apply(db, file)
  expect(await contentOf(db)).toEqual(before)
})

test('records can exchange their slugs and codes', async () => {
  const { db } = database
  const rows = (a: string, b: string) => ({
    brands: [
      { id: 1, slug: a, name: 'First' },
      { id: 2, slug: b, name: 'Second' },
    ],
    dealers: [
      { id: 1, dealer_code: a, name: 'First', country: 'US' },
      { id: 2, dealer_code: b, name: 'Second', country: 'US' },
    ],
  })
  await apply(db, rows('a', 'b'))
  await apply(db, rows('b', 'a'))
  const { brands, dealers } = await contentOf(db)
  expect(brands.map((brand) => brand.slug)).toEqual(['b', 'a'])
  expect(dealers.map((dealer) => dealer.dealer_code)).toEqual(['b', 'a'])
})

test('ids from the file are kept, and generated ones are above them', async () => {
  const { db } = database
  const brand = (slug: string, id?: number) => ({ id, slug, name: slug })
  const dealer = (dealer_code: string, id?: number) => ({ id, dealer_code, name: dealer_code, country: 'US' })
  await apply(db, {
    brands: [brand('c'), brand('a', 1000), brand('b', 1)],
    dealer_groups: [{ name: 'H' }, { id: 50, name: 'G' }, { id: 1, name: 'F' }],
    dealers: [dealer('c'), dealer('a', 1000), dealer('b', 1)],
  })
  const outcome = await apply(db, { brands: [brand('d')], dealers: [dealer('d')] })
  const { brands, dealers, groups } = await contentOf(db)
  for (const rows of [brands, dealers]) expect(rows.map((row) => row.id).slice(0, 2)).toEqual([1, 1000])
  expect(groups.map((group) => group.name)).toEqual(['F', 'G', 'H'])
  expect([brands[2]!.slug, dealers[2]!.dealer_code]).toEqual(['c', 'c'])
  expect(outcome.brands[0]!.id).toBeGreaterThan(1000)
  expect(outcome.dealers[0]!.id).toBeGreaterThan(1000)
})

test('dealers without id and code are matched by name, address and postal code', async () => {
  const { db } = database
  const dealer = (name: string, address: string, more: object = {}) => ({
    name,
    address,
    country: 'US',
    ...more,
  })
  const dealers = [dealer('Pier 9', '1 Lake Road'), dealer('Pier 9', '2 Lake Road'), dealer('Pier 8', '')]
  const first = await apply(db, { dealers })
  const again = await apply(db, { dealers: dealers.toReversed().map((each) => ({ ...each, phone: '1' })) })
  expect(again.dealers).toEqual(first.dealers.toReversed())
  const stored = (await contentOf(db)).dealers
  expect(stored.map(({ name, address, phone }) => `${name} ${address} ${phone}`)).toEqual([
    'Pier 9 1 Lake Road 1',
    'Pier 9 2 Lake Road 1',
    'Pier 8  1',
  ])
  // The same fields, but two have ids: three dealers, however often the file is applied.
  const ids = [{ id: 501 }, {}, { id: 502 }]
  const alike = { dealers: ids.map((id) => dealer('Pier 7', '', id)) }
  const made = await apply(db, alike)
  expect(await apply(db, alike)).toEqual(made)
  expect((await contentOf(db)).dealers).toHaveLength(6)
})

test('a group without an id is matched by its name', async () => {
  const { db } = database
  await apply(db, { dealer_groups: [{ name: 'Tidewater' }] })
  await apply(db, { dealer_groups: [{ name: 'Tidewater' }, { name: 'Lakeside' }] })
  expect((await contentOf(db)).groups.map((group) => group.name)).toEqual(['Tidewater', 'Lakeside'])
})

test('a group is deleted once its dealers have left it, and may be gone already', async () => {
  const { db } = database
  const dealer = { dealer_code: 'HC-015', name: 'Pier 9', country: 'US', brands: ['a'] }
  await apply(db, {
    brands: [{ slug: 'a', name: 'A' }],
    dealer_groups: [{ id: 10, name: 'Tidewater' }, { id: 11, name: 'Lakeside' }, { name: 'Empty' }],
    dealers: [{ ...dealer, group_id: 10 }],
  })
  const file = {
    dealer_groups: [
      { id: 10, delete: true },
      { name: 'Empty', delete: true },
      { id: 99, delete: true },
    ],
    dealers: [{ dealer_code: 'HC-015', group_id: 11 }],
  }
  await apply(db, file)
  await apply(db, file)
  expect((await contentOf(db)).groups.map(({ name }) => name)).toEqual(['Lakeside'])
  const deleted = await db.read
    .selectFrom('audit_entries')
    .select('subject_name')
    .where('action', '=', 'group.deleted')
    .orderBy('id')
    .execute()
  expect(deleted.map(({ subject_name }) => subject_name)).toEqual(['Tidewater', 'Empty'])
})

test('an event endpoint is deleted, and may be gone already', async () => {
  const { db } = database
  const [first, second] = ['https://example.com/first', 'https://example.com/second']
  await apply(db, {
    brands: [{ slug: 'a', name: 'A' }],
    event_endpoints: [
      { url: first, brands: ['a'] },
      { url: second, brands: ['a'] },
    ],
  })
  const file = {
    event_endpoints: [
      { url: first, delete: true },
      { url: 'http://unknown.example.com', delete: true },
    ],
  }
  expect((await apply(db, file)).event_endpoints).toEqual([])
  await apply(db, file)
  const left = await db.read.selectFrom('event_endpoints').select('url').execute()
  expect(left).toEqual([{ url: second }])
  const deleted = await db.read
    .selectFrom('audit_entries')
    .select('subject_name')
    .where('action', '=', 'endpoint.deleted')
    .execute()
  expect(deleted).toHaveLength(1)
  expect(await issuesOf(db, { event_endpoints: [{ url: second, delete: false }] })).toEqual([
    'event_endpoints[0].delete: Delete must be true, or left out.',
  ])
})

test('a group that is still needed, and one that is not clear, are not deleted', async () => {
  const { db } = database
  await apply(db, {
    brands: [{ slug: 'a', name: 'A' }],
    dealer_groups: [
      { id: 10, name: 'Tidewater' },
      { id: 11, name: 'Alike' },
      { id: 12, name: 'Alike' },
      { id: 13, name: 'Kept' },
      { id: 14, name: 'Unclear' },
    ],
    dealers: [{ dealer_code: 'HC-015', name: 'Pier 9', country: 'US', group_id: 10, brands: ['a'] }],
  })
  const before = await contentOf(db)
  const issues = await issuesOf(db, {
    dealer_groups: [
      { id: 10, delete: true },
      { name: 'Alike', delete: true },
      { delete: true },
      { id: 13, name: 'Kept too' },
      { id: 13, delete: true },
      { id: 14, delete: false },
      { id: 99, delete: true },
    ],
    dealers: [{ dealer_code: 'HC-016', name: 'Pier 8', country: 'US', group_id: 99, brands: ['a'] }],
  })
  expect(issues).toEqual([
    'dealer_groups[0].delete: Dealers are in the group "Tidewater". Move them to another group first.',
    'dealer_groups[1].id: ID is required: 2 groups have this name.',
    'dealer_groups[2].id: ID or the name is required.',
    'dealer_groups[4].delete: Delete is wrong here: the file also has group 13 as one to keep.',
    'dealer_groups[5].delete: Delete must be true, or left out.',
    'dealers[0].group_id: There is no dealer group 99.',
  ])
  expect(await contentOf(db)).toEqual(before)
})

test('a thousand dealers, with and without ids, are reported in the order of the file', async () => {
  const { db } = database
  const dealers = Array.from({ length: 2_500 }, (_, i) => ({
    id: i % 2 ? 10_000 - i : undefined,
    dealer_code: `D-${i}`,
    name: `Dealer ${i}`,
    country: 'US',
    brands: ['a'],
  }))
  const territories = dealers.map(({ dealer_code }, i) => ({
    brand: 'a',
    country: 'US',
    postal_code: String(10_000 + i),
    dealer_code,
  }))
  const file = { brands: [{ slug: 'a', name: 'A' }], dealers, territories }
  const outcome = await apply(db, file)
  expect(outcome.dealers.map((dealer) => dealer.dealer_code)).toEqual(
    dealers.map((dealer) => dealer.dealer_code),
  )
  const before = await contentOf(db)
  expect(before.dealerBrands).toHaveLength(2_500)
  expect(before.territories).toHaveLength(2_500)
  expect(await apply(db, file)).toEqual(outcome)
  expect(await contentOf(db)).toEqual(before)

  await apply(db, { territories: territories.map((territory) => ({ ...territory, dealer_code: null })) })
  expect((await contentOf(db)).territories).toEqual([])
})
