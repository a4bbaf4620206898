import { expect, test } from 'vitest'
import { makeDealer } from '../selection/dealer.test-support.ts'
import { bodyByTheBook } from '../selection/oracle.test-support.ts'
import {
  bodyOf,
  buildSnapshot,
  GERMANY,
  north,
  QUERY,
  territory,
} from '../selection/small-world.test-support.ts'
import type { BrandRow } from '../snapshot/rows.ts'

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
  const body = bodyOf(buildSnapshot([dealer], [territory('75067', 15)], BRAND), QUERY)
  expect(body).toBe(
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
  const body = bodyOf(buildSnapshot([bare], [], BRAND), QUERY)
  expect(JSON.parse(body!).dealers[0]).toMatchObject({
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
  const body = bodyOf(buildSnapshot([], [], BRAND), QUERY)
  expect(body).toBe('{"success":true,"version":"0.2.0","dealers":[]}')
})

test('a country of megabytes is in the body in full', () => {
  const dealers = Array.from({ length: 300 }, (_, index) => north(index + 1, index / 10, GERMANY))
  dealers[7]!.address = 'é'.repeat(3_000_000)
  for (const dealer of dealers) dealer.legal_name = 'ł'.repeat(5000)
  const query = { ...QUERY, country: 'DE' }
  const body = bodyOf(buildSnapshot(dealers, [], BRAND), query)
  expect(body === bodyByTheBook({ dealers, territories: [], brand: BRAND }, query)).toBe(true)
})

test('dealers of a country whose code is not placed are listed by name, which the body says', () => {
  const dealers = [
    north(1, 1, { name: 'zephyr', ...GERMANY }),
    north(2, 3, { name: 'Äolus', ...GERMANY }),
    north(3, 2, { name: 'Borealis', ...GERMANY }),
    north(4, 2, { name: 'Äolus', ...GERMANY }),
  ]
  const snapshot = buildSnapshot(dealers, [], BRAND)
  const body = JSON.parse(bodyOf(snapshot, { ...QUERY, country: 'DE', origin: null })!)
  expect(body.origin_located).toBe(false)
  expect(
    body.dealers.map((row: { id: number; distance_miles: number }) => [row.id, row.distance_miles]),
  ).toEqual([
    [2, 0],
    [4, 0],
    [3, 0],
    [1, 0],
  ])
  expect(JSON.parse(bodyOf(snapshot, { ...QUERY, country: 'DE' })!)).not.toHaveProperty('origin_located')
})
