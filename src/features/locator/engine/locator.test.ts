import { expect, test } from 'vitest'
import { Scratch } from '../../../platform/http/scratch.ts'
import { makeDealer } from './dealer.test-support.ts'
import { createLocator } from './locator.ts'
import { bodyByTheBook } from './oracle.test-support.ts'
import {
  buildDirectory,
  GERMANY,
  HIDDEN,
  north,
  openLocator,
  QUERY,
  territory,
} from './small-world.test-support.ts'
import type { BrandRow, LocatorQuery } from './types.ts'

const BRAND: BrandRow = { slug: 'harbor-craft', fallback_dealer: null }

test('a body has every dealer field, in order, as JSON.stringify writes it', () => {
  const dealer = makeDealer({
    id: 15,
    dealer_code: 'HC-015',
    group_id: 10,
    unit_id: 1,
    name: 'Żeglarz & Söhne "Hafen" ⛵',
    legal_name: 'Tidewater LLC',
    address: '1 Pier\tRoad',
    address2: 'Suite 2',
    city: 'Lewisville',
    state: 'TX',
    postal_code: '75067',
    phone: '+1 555 0100',
    email: 'info@example.com',
    website: 'https://example.com/',
    latitude: 40.5,
    longitude: -100.25,
    logo_url: 'https://example.com/logo.png',
    primary_contact: 'Jo Doe',
  })
  const body = openLocator([dealer], [territory('75067', 15)], BRAND).answer(QUERY)
  expect(body?.toString()).toBe(
    `{"success":true,"version":"0.2.0","dealers":[{"id":15,"dealer_code":"HC-015","group_id":10,"unit_id":1,` +
      `"group_name":"Żeglarz & Söhne \\"Hafen\\" ⛵","name":"Żeglarz & Söhne \\"Hafen\\" ⛵",` +
      `"legal_name":"Tidewater LLC","address":"1 Pier\\tRoad","address2":"Suite 2","city":"Lewisville",` +
      `"state":"TX","postal_code":"75067","country":"USA","phone":"+1 555 0100","email":"info@example.com",` +
      `"website":"https://example.com/","latitude":40.5,"longitude":-100.25,` +
      `"logo_url":"https://example.com/logo.png","primary_contact":"Jo Doe","distance_miles":36.98,` +
      `"match_type":"territory","territory_match":true}]}`,
  )
})

test('absent strings are empty, absent group and unit are null', () => {
  const bare = makeDealer({
    id: 1,
    dealer_code: null,
    address: null,
    city: null,
    state: null,
    postal_code: null,
    country: null,
  })
  const body = openLocator([bare], [], BRAND).answer(QUERY)
  expect(JSON.parse(`${body}`).dealers[0]).toMatchObject({
    dealer_code: '',
    group_id: null,
    unit_id: null,
    legal_name: '',
    address: '',
    address2: '',
    city: '',
    state: '',
    postal_code: '',
    country: '',
    phone: '',
    email: '',
    website: '',
    logo_url: '',
    primary_contact: '',
  })
})

test('no dealers make an empty list', () => {
  const body = openLocator([], [], BRAND).answer(QUERY)
  expect(body?.toString()).toBe('{"success":true,"version":"0.2.0","dealers":[]}')
})

test('a country of megabytes is answered whole', () => {
  const dealers = Array.from({ length: 300 }, (_, index) => north(index + 1, index / 10, GERMANY))
  dealers[7]!.address = 'é'.repeat(3_000_000)
  for (const dealer of dealers) dealer.legal_name = 'ł'.repeat(5000)
  const query = { ...QUERY, country: 'DE' }
  const body = openLocator(dealers, [], BRAND).answer(query)
  expect(body?.toString() === bodyByTheBook({ dealers, territories: [], brand: BRAND }, query)).toBe(true)
})

test('a later query leaves an earlier body as it was', () => {
  const locator = openLocator([north(1, 0), north(2, 1)], [], BRAND)
  const first = locator.answer(QUERY)
  const before = first?.toString()
  locator.answer({ ...QUERY, limit: 1 })
  expect(first?.toString()).toBe(before)
})

test('what is remembered of a packaged point is recalled by its code alone', () => {
  const use = { hit: 0, miss: 0 }
  const directory = buildDirectory([north(1, 1), north(2, 2)], [], BRAND)
  const locator = createLocator(directory, { cacheBytes: 2 ** 20, cacheUse: use })
  const scratch = new Scratch()
  const { origin, ...asked } = { ...QUERY, packaged: 'table' }
  expect(locator.recallInto(scratch, asked)).toBeNull()
  const body = locator.answer({ ...asked, origin })
  const { chunk, start, end } = locator.recallInto(scratch, asked)!
  expect(chunk.subarray(start, end).toString()).toBe(body?.toString())
  for (const other of [{ limit: 1 }, { maxDistanceMiles: 1 }, { postalCode: '75068' }, { country: 'CA' }]) {
    expect(locator.recallInto(scratch, { ...asked, ...other })).toBeNull()
  }
  expect(use).toEqual({ hit: 1, miss: 1 })
})

test('the first dealer is the one that an answer begins with', () => {
  const dealers = [north(1, 2), north(2, 1), north(3, 3, { country_code: 'CA' })]
  const locator = openLocator(dealers, [territory('75067', 1)], BRAND)
  const first = (query: Partial<LocatorQuery>) => locator.first({ ...QUERY, ...query })
  expect(first({})).toEqual(JSON.parse(`${locator.answer(QUERY)}`).dealers[0])
  expect(first({})).toMatchObject({ id: 1, match_type: 'territory', distance_miles: 138.19 })
  expect(first({ postalCode: '75001' })).toMatchObject({ id: 2, match_type: 'distance' })
  expect(first({ country: 'FR' })).toBeNull()
  expect(first({ postalCode: '75001', origin: null })).toBeNull()
})

test('an entity tag stays with what it names', () => {
  const dealers = [north(1, 1), north(2, 2, HIDDEN)]
  const tag = (rows = dealers, territories = [territory('75067', 1)], brand = BRAND, query = QUERY) =>
    openLocator(rows, territories, brand).etag(query)
  expect(tag()).toMatch(/^"[\x21\x23-\x7e]+"$/)

  const unchanged = [
    tag([...dealers].reverse()),
    tag([north(1, 1), north(2, 3, HIDDEN)]),
    tag(dealers, [territory('75067', 1), territory('80331', 1, 'DE')]),
  ]
  expect(new Set([tag(), ...unchanged])).toEqual(new Set([tag()]))

  const changed = [
    tag([north(1, 1.5)]),
    tag([north(1, 1, { name: 'New Name' })]),
    tag(dealers, []),
    tag([north(1, 1, { country_code: 'CA' })], []),
    tag([north(1, 1, { approximate: true })]),
    tag(dealers, [territory('75068', 1)]),
    tag(dealers, [territory('75067', 2)]),
    tag(dealers, undefined, { slug: 'harbor-craft', fallback_dealer: north(3, 1) }),
    tag(dealers, undefined, undefined, { ...QUERY, origin: { latitude: 40, longitude: -101 } }),
    tag(dealers, undefined, undefined, { ...QUERY, origin: null }),
    tag(dealers, undefined, undefined, { ...QUERY, packaged: 'one table' }),
    tag(dealers, undefined, undefined, { ...QUERY, packaged: 'another' }),
  ]
  expect(new Set([tag(), ...changed]).size).toBe(changed.length + 1)
})

test('a dealer of no known country and a fallback are not taken for one another', () => {
  const nowhere = north(2, 2, { country_code: null })
  const ofBrand = buildDirectory([north(1, 1), nowhere], [], BRAND)
  const asFallback = buildDirectory([north(1, 1)], [], { ...BRAND, fallback_dealer: nowhere })
  expect(ofBrand.revision).not.toBe(asFallback.revision)
})

test('two codes at one place are told apart by their territories', () => {
  const locator = openLocator([north(1, 1), north(2, 2)], [territory('75067', 2)], BRAND)
  const first = (postalCode: string) =>
    JSON.parse(`${locator.answer({ ...QUERY, postalCode, packaged: 'table' })}`).dealers[0].id
  expect(['75067', '75001', '75067', '75001'].map(first)).toEqual([2, 1, 2, 1])
})

test('the same territories in another order have the same entity tag', () => {
  const rows = [territory('75067', 1), territory('750', 9), territory('751', 8), territory('K1A', 1, 'CA')]
  const tags = [rows, rows.toReversed()].map((territories) =>
    openLocator([north(1, 1)], territories, BRAND).etag(QUERY),
  )
  expect(tags[0]).toBe(tags[1])
})
