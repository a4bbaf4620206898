import { expect, test } from 'vitest'
import { GERMANY, HIDDEN, north, openLocator, QUERY, territory } from './small-world.test-support.ts'
import type { LocatorQuery, TerritoryRow } from './types.ts'

const DEALERS = [
  north(1, 1),
  north(2, 4, { group_id: 7 }),
  north(3, 2, { approximate: true }),
  north(4, 6, { group_id: 7 }),
  north(5, 0, HIDDEN),
  north(6, 0, { latitude: null }),
  north(7, 1, GERMANY),
]
const BRAND = { slug: 'harbor-craft', fallback_dealer: north(9, 1) }

function explain(query: Partial<LocatorQuery>, territories: TerritoryRow[] = []) {
  const locator = openLocator(DEALERS, territories, BRAND)
  const asked = { ...QUERY, ...query }
  const explained = JSON.parse(`${locator.answer(asked, { explain: true })}`)
  const plain = JSON.parse(`${locator.answer(asked)}`)
  return { explained, plain, reasons: explained.dealers.map((row: { reason: string }) => row.reason) }
}

test('every row says why it is there', () => {
  expect(explain({}, [territory('750', 2)]).reasons).toEqual([
    '750 is assigned to this dealer, which comes first at any distance.',
    'Number 1 by distance of the dealers within 250 miles.',
    'Number 2 by distance of the dealers within 250 miles. Its coordinates are those of its postal code.',
    'Shares group 7 with dealer 2, which is listed.',
  ])
  expect(explain({ country: 'DE' }).reasons).toEqual(['Number 1 by distance of all dealers in DE.'])
  expect(explain({ country: 'FR' }).reasons).toEqual([
    'harbor-craft has no dealer in FR: this is its contact for such countries.',
  ])
})

test('the answer says how the postal code was found and what holds for it', () => {
  expect(explain({ locatedBy: 'postal table' }, [territory('750', 2)]).explained.explain).toEqual({
    country: 'US',
    postal_code: '75067',
    located_by: 'postal table',
    latitude: 40,
    longitude: -100,
    limit: 10,
    max_distance_miles: 250,
    territory: { postal_code: '750', dealer_id: 2, matched: true, fault: null },
  })
  expect(explain({ country: 'FR', origin: null }).explained.explain).toEqual({
    country: 'FR',
    postal_code: '75067',
    located_by: null,
    latitude: null,
    longitude: null,
    limit: null,
    max_distance_miles: null,
    territory: null,
  })
})

test.each([
  [5, 'inactive'],
  [6, 'no coordinates'],
  [7, 'in another country'],
  [8, 'not of this brand'],
  [9, 'not of this brand'],
])('a territory of dealer %i is no match: %s', (dealer_id, fault) => {
  const { explained } = explain({}, [territory('75067', dealer_id), territory('750', 1)])
  expect(explained.explain.territory).toEqual({ postal_code: '75067', dealer_id, matched: false, fault })
})

test('but for the grounds, the answer is the plain one', () => {
  const { explained, plain } = explain({}, [territory('75067', 2)])
  delete explained.explain
  for (const row of explained.dealers) delete row.reason
  expect(explained).toEqual(plain)
})

test('an explained answer has an entity tag of its own, which changes with the way the code was found', () => {
  const locator = openLocator(DEALERS, [], BRAND)
  const byTable = { ...QUERY, locatedBy: 'postal table “1”' }
  const tags = [locator.etag(QUERY), locator.etag(QUERY, true), locator.etag(byTable, true)]
  expect(new Set(tags).size).toBe(3)
  expect(locator.etag(byTable)).toBe(tags[0])
  for (const tag of tags) expect(tag).toMatch(/^"[\x21\x23-\x7e]+"$/)
})
