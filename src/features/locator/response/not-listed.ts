import { milesBetween } from '../../../platform/haversine.ts'
import { postalCountryOf } from '../../../platform/postal-country.ts'
import type { NearDealer } from '../queries.ts'
import type { PlacedQuery, Selection } from '../selection/query.ts'
import { BOUNDED_COUNTRIES } from '../snapshot/snapshot.ts'

const MOST_LISTED = 20
/** Dealers that are up to this much farther away than the search goes are near, too. */
const BEYOND_MILES = 50
const FAR_MILES = 1_000
const MILES_PER_DEGREE = 69

/** A near dealer that a search leaves out, and why. */
export interface NotListed extends Omit<NearDealer, 'country_code'> {
  /** Null where the dealer, or the postal code, has no place. */
  distance_miles: number | null
  reason: string
}

/** Returns the miles within which dealers are near enough to be explained. */
export function nearMiles({ maxDistanceMiles }: PlacedQuery): number {
  return Math.min(maxDistanceMiles + BEYOND_MILES, FAR_MILES)
}

/** Returns the part of the map within these miles of a query's place; null where it has none. */
export function boundsAround({ origin }: PlacedQuery, miles: number) {
  if (!origin) return null
  const { latitude, longitude } = origin
  const [south, north] = [latitude - miles / MILES_PER_DEGREE, latitude + miles / MILES_PER_DEGREE]
  const widest = Math.cos((Math.max(Math.abs(south), Math.abs(north)) * Math.PI) / 180)
  const degrees = widest <= 0 ? 180 : Math.min(180, miles / MILES_PER_DEGREE / widest)
  return { south, north, west: longitude - degrees, east: longitude + degrees }
}

/** Returns the nearest of the dealers that are not in the selection, with the reason, and some without coordinates. */
export function explainOthers(
  query: PlacedQuery,
  selection: Selection,
  near: readonly NearDealer[],
): NotListed[] {
  const listed = new Set(selection.rows.map(({ dealer }) => dealer.id))
  const most = nearMiles(query)
  return near
    .filter(({ id }) => !listed.has(id))
    .map(({ country_code, ...dealer }) => {
      const miles = milesTo(query, dealer)
      return {
        ...dealer,
        distance_miles: miles === null ? null : Math.round(miles * 100) / 100,
        reason: reasonFor(query, selection, { ...dealer, country_code }, miles),
      }
    })
    .filter(({ distance_miles }) => (distance_miles ?? 0) <= most)
    .sort((a, b) => (a.distance_miles ?? most) - (b.distance_miles ?? most) || a.id - b.id)
    .slice(0, MOST_LISTED)
}

function milesTo(
  { origin }: PlacedQuery,
  { latitude, longitude }: Pick<NearDealer, 'latitude' | 'longitude'>,
): number | null {
  return origin && latitude !== null && longitude !== null
    ? milesBetween(origin, { latitude, longitude })
    : null
}

function reasonFor(
  query: PlacedQuery,
  selection: Selection,
  { active, country, country_code, latitude, longitude }: NearDealer,
  miles: number | null,
): string {
  if (!active) return 'It is not active.'
  if (latitude === null || longitude === null) return 'It has no coordinates.'
  if (country_code === null || postalCountryOf(country_code) !== query.country) {
    return `It is in another country (${country}): only dealers in ${query.country} are listed.`
  }
  if (miles === null) return "The postal code can't be placed: only its territory's dealer is listed."
  if (BOUNDED_COUNTRIES.includes(query.country) && miles > query.maxDistanceMiles) {
    return `It is ${miles.toFixed(1)} miles away, farther than ${query.maxDistanceMiles} miles.`
  }
  const count = selection.rows.filter(({ matchType }) => matchType !== 'group_sibling').length
  return `It is ${miles.toFixed(1)} miles away, and ${count} dealers come first: the limit is ${query.limit}.`
}
