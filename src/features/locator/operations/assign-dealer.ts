import { postalCountryOf } from '../../../platform/postal-country.ts'
import { isCountryCode } from '../../../platform/validate.ts'
import { normalizePostalCode, type Point } from '../../postal-codes/index.ts'
import type { LocatorContext } from '../context.ts'
import { placeQuery } from '../place-query.ts'
import { renderRow } from '../response/render.ts'
import type { PlacedQuery, Row } from '../selection/query.ts'
import { DEFAULT_MAX_DISTANCE } from '../selection/read-query.ts'
import { selectDealers } from '../selection/select.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

/** A prospect's place: a postal code with its country, a point, or both. */
export interface AssignInput {
  brandId: number
  postalCode?: string | undefined
  /** ISO 3166-1 alpha-2. */
  country?: string | undefined
  /** Where the prospect is, if there is no postal code or it can't be placed. */
  point?: Point | null | undefined
}

/** A dealer as the dealer locator's interface shows it. */
export interface AssignedDealer {
  id: number
  match_type: string
  [field: string]: unknown
}

/**
 * Finds the one dealer for a prospect: the first that the locator lists, with default limits. Returns null where there
 * is none, or where the place is not known and the country has several.
 * @throws AppError GEOCODER_UNAVAILABLE where only the geocoding service could have told
 */
export async function assignDealer(
  ctx: LocatorContext,
  { brandId, postalCode = '', country, point = null }: AssignInput,
): Promise<AssignedDealer | null> {
  const snapshot = await ctx.snapshots.of(brandId)
  if (!country) return point && toDealer(nearest(snapshot, point))
  if (!isCountryCode(country)) return null
  const postalCountry = postalCountryOf(country.toUpperCase())
  const code = normalizePostalCode(postalCountry, postalCode)
  if ('error' in code)
    return point && toDealer(firstRow(snapshot, { ...queryOf(postalCountry), origin: point }))
  const { query, failure } = await placeQuery(ctx.postalCodes, queryOf(postalCountry, code.code))
  const row = firstRow(snapshot, { ...query, origin: query.origin ?? point })
  if (!row && failure) throw failure
  return toDealer(row)
}

/** Returns the nearest dealer of any country, if it is as near as the locator's default. */
function nearest(snapshot: Snapshot, origin: Point): Row | undefined {
  return [...snapshot.countries.keys()]
    .flatMap((country) => firstRow(snapshot, { ...queryOf(country), origin }) ?? [])
    .filter(({ miles }) => miles <= DEFAULT_MAX_DISTANCE)
    .sort((a, b) => a.miles - b.miles)[0]
}

/** Returns the first row of a selection, unless it is first by its name alone. */
function firstRow(snapshot: Snapshot, query: PlacedQuery): Row | undefined {
  const selection = selectDealers(snapshot, query)
  if (selection?.unplaced && selection.rows.length > 1) return undefined
  return selection?.rows[0]
}

function queryOf(country: string, postalCode = ''): PlacedQuery {
  return { country, postalCode, limit: 1, maxDistanceMiles: DEFAULT_MAX_DISTANCE, origin: null }
}

function toDealer(row: Row | undefined): AssignedDealer | null {
  return row ? JSON.parse(renderRow(row)) : null
}
