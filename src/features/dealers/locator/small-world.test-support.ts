import { expect, test } from 'vitest'
import { makeDealer } from './dealer.test-support.ts'
import { buildDirectory } from './directory.ts'
import { createLocator } from './locator.ts'
import type { DealerRow, LocatorQuery, TerritoryRow } from './types.ts'

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

/** One test a case, named by its rule. */
export function testCases(cases: Case[]): void {
  test.each(cases)('$rule', ({ dealers, territories = [], fallback = null, query, rows }) => {
    const directory = buildDirectory(dealers, territories, {
      slug: 'harbor-craft',
      fallback_dealer: fallback,
    })
    const body = createLocator(directory).answer({ ...QUERY, ...query })
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
