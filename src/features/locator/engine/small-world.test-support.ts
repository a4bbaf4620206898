import { expect, test } from 'vitest'
import { makeDealer } from './dealer.test-support.ts'
import { type Directory, DirectoryBuilder } from './directory.ts'
import { CurveOrder } from './hilbert.ts'
import { createLocator } from './locator.ts'
import type { BrandRow, DealerRow, LocatorQuery, TerritoryRow } from './types.ts'

/** A small world, a query to it, and the rows it must be answered with. */
export interface Case {
  rule: string
  dealers: DealerRow[]
  territories?: TerritoryRow[]
  fallback?: DealerRow
  /** What differs from `QUERY`. */
  query?: Partial<LocatorQuery>
  /** id, match_type, distance_miles; null where the place of the postal code is needed and unknown. */
  rows: [id: number, matchType: string, miles: number][] | null
}

/** Ten dealers within 250 miles of a place at 40° N, 100° W. A degree of latitude is 69.0934 miles. */
export const QUERY: LocatorQuery = {
  country: 'US',
  postalCode: '75067',
  origin: { latitude: 40, longitude: -100 },
  limit: 10,
  maxDistanceMiles: 250,
}

export const HIDDEN = { active: false }
export const CANADA = { country: 'CAN', country_code: 'CA' }
export const GERMANY = { country: 'Germany', country_code: 'DE' }

/** A dealer so many degrees north of the place that `QUERY` is about. */
export function north(id: number, degrees: number, fields: Partial<DealerRow> = {}): DealerRow {
  return makeDealer({ id, latitude: 40 + degrees, ...fields })
}

export function territory(postal_code: string, dealer_id: number, country = 'US'): TerritoryRow {
  return { country, postal_code, dealer_id }
}

/** A directory of all these at once, in the order that the server gives them. */
export function buildDirectory(
  dealers: readonly DealerRow[],
  territories: Iterable<TerritoryRow>,
  brand: BrandRow,
): Directory {
  const byId = new Map(dealers.map((dealer) => [dealer.id, dealer]))
  const order = new CurveOrder()
  for (const dealer of [...dealers].sort((a, b) => a.id - b.id)) order.add(dealer)
  const builder = new DirectoryBuilder(brand)
  for (const id of order.ids()) builder.add(byId.get(id)!)
  return builder.finish(territories)
}

/** The locator of that directory. */
export function openLocator(...world: Parameters<typeof buildDirectory>) {
  return createLocator(buildDirectory(...world), { cacheBytes: 2 ** 20 })
}

/** One test a case, named by its rule. */
export function testCases(cases: Case[]): void {
  test.each(cases)('$rule', ({ dealers, territories = [], fallback = null, query, rows }) => {
    const brand = { slug: 'harbor-craft', fallback_dealer: fallback }
    const body = openLocator(dealers, territories, brand).answer({ ...QUERY, ...query })
    const answered: AnsweredRow[] | undefined = body && JSON.parse(body.toString()).dealers
    expect(answered?.map((row) => [row.id, row.match_type, row.distance_miles]) ?? null).toEqual(rows)
    for (const row of answered ?? []) expect(row.territory_match).toBe(row.match_type === 'territory')
  })
}

interface AnsweredRow {
  id: number
  match_type: string
  distance_miles: number
  territory_match: boolean
}
