import { expect, test } from 'vitest'
import { textOf } from '../byte-text.ts'
import { renderBody } from '../response/render.ts'
import type { BrandRow, DealerRow, TerritoryRow } from '../snapshot/rows.ts'
import { type Snapshot, SnapshotBuilder } from '../snapshot/snapshot.ts'
import { makeDealer } from './dealer.test-support.ts'
import type { PlacedQuery } from './query.ts'
import { selectDealers } from './select.ts'

/** A small world, a query to it, and the rows it must be answered with. */
export interface Case {
  rule: string
  dealers: DealerRow[]
  territories?: TerritoryRow[]
  fallback?: DealerRow
  /** The differences from `QUERY`. */
  query?: Partial<PlacedQuery>
  /** id, match_type, distance_miles; null where the place of the postal code is needed and unknown. */
  rows: [id: number, matchType: string, miles: number][] | null
}

/** Ten dealers within 250 miles of a place at 40° N, 100° W. A degree of latitude is 69.0934 miles. */
export const QUERY: PlacedQuery = {
  country: 'US',
  postalCode: '75067',
  origin: { latitude: 40, longitude: -100 },
  limit: 10,
  maxDistanceMiles: 250,
}

export const HIDDEN = { active: false }
export const CANADA = { country: 'CAN', country_code: 'CA' }
export const GERMANY = { country: 'Germany', country_code: 'DE' }

/** A dealer this many degrees north of the place that `QUERY` is about. */
export function north(id: number, degrees: number, fields: Partial<DealerRow> = {}): DealerRow {
  return makeDealer({ id, latitude: 40 + degrees, ...fields })
}

export function territory(postal_code: string, dealer_id: number, country = 'US'): TerritoryRow {
  return { country, postal_code, dealer_id }
}

/** Builds a snapshot in the order in which the server reads dealers and territories. */
export function buildSnapshot(
  dealers: readonly DealerRow[],
  territories: Iterable<TerritoryRow>,
  brand: BrandRow,
): Snapshot {
  const builder = new SnapshotBuilder(brand)
  for (const dealer of [...dealers].sort((a, b) => a.id - b.id)) builder.addDealer(dealer)
  for (const territory of territories) builder.addTerritory(territory)
  const steps = builder.finish()
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** Returns the body for a query; null where it depends on a code that can't be placed. */
export function bodyOf(snapshot: Snapshot, query: PlacedQuery): string | null {
  const selection = selectDealers(snapshot, query)
  return selection && textOf(renderBody(selection))
}

/** One test a case, named by its rule. */
export function testCases(cases: Case[]): void {
  test.each(cases)('$rule', ({ dealers, territories = [], fallback = null, query, rows }) => {
    const brand = { slug: 'harbor-craft', fallback_dealer: fallback }
    const body = bodyOf(buildSnapshot(dealers, territories, brand), { ...QUERY, ...query })
    const listed: ListedDealer[] | undefined = body && JSON.parse(body).dealers
    expect(listed?.map((row) => [row.id, row.match_type, row.distance_miles]) ?? null).toEqual(rows)
    for (const row of listed ?? []) expect(row.territory_match).toBe(row.match_type === 'territory')
  })
}

interface ListedDealer {
  id: number
  match_type: string
  distance_miles: number
  territory_match: boolean
}
