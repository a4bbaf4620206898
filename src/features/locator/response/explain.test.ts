import { expect, test } from 'vitest'
import type { PlacedQuery } from '../selection/query.ts'
import { selectDealers } from '../selection/select.ts'
import {
  bodyOf,
  buildSnapshot,
  GERMANY,
  HIDDEN,
  north,
  QUERY,
  territory,
} from '../selection/small-world.test-support.ts'
import type { TerritoryRow } from '../snapshot/rows.ts'
import { renderExplained } from './explain.ts'

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

function explain(
  changed: Partial<PlacedQuery>,
  territories: TerritoryRow[] = [],
  locatedBy: string | null = null,
) {
  const snapshot = buildSnapshot(DEALERS, territories, BRAND)
  const query = { ...QUERY, ...changed }
  const selection = selectDealers(snapshot, query)!
  const explained = JSON.parse(renderExplained({ snapshot, query, selection, locatedBy }))
  const plain = JSON.parse(bodyOf(snapshot, query)!)
  return { explained, plain, reasons: explained.dealers.map((row: { reason: string }) => row.reason) }
}

test('every dealer says why it is listed', () => {
  expect(explain({}, [territory('750', 2)]).reasons).toEqual([
    '750 is assigned to this dealer, which comes first at any distance.',
    'Number 1 by distance of the dealers within 250 miles.',
    'Number 2 by distance of the dealers within 250 miles. Its coordinates are those of its postal code.',
    'Shares group 7 with dealer 2, which is listed.',
  ])
  expect(explain({ country: 'DE' }).reasons).toEqual(['Number 1 by distance of all dealers in DE.'])
  expect(explain({ country: 'DE', origin: null }).reasons).toEqual([
    "The postal code can't be placed: all dealers in DE, by name.",
  ])
  expect(explain({ country: 'FR' }).reasons).toEqual([
    'harbor-craft has no dealer in FR: this is its contact for such countries.',
  ])
})

test('the response says how the postal code was found and what the territory map holds for it', () => {
  expect(explain({}, [territory('750', 2)], 'postal table').explained.explain).toEqual({
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

test('without the reasons, the response is the plain one', () => {
  const { explained, plain } = explain({}, [territory('75067', 2)])
  delete explained.explain
  for (const row of explained.dealers) delete row.reason
  expect(explained).toEqual(plain)
})
