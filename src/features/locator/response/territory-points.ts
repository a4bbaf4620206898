import { milesBetween } from '../../../platform/haversine.ts'
import type { Point, PostalCodes } from '../../postal-codes/index.ts'
import type { PlacedQuery } from '../selection/query.ts'
import type { TerritoryMap } from '../snapshot/territories.ts'

const MOST_SHOWN = 300
const ZIP_PREFIX = /^\d{3}$/

/** A postal code, or prefix, of a territory on the map. */
export interface TerritoryPoint extends Point {
  postal_code: string
}

/**
 * Returns where the codes are that belong to the dealer to whom the queried code belongs: the nearest 300. Codes without a
 * known place are left out; no geocoding service is asked.
 */
export async function placeTerritory(
  { locateAll, locatePrefix }: Pick<PostalCodes, 'locateAll' | 'locatePrefix'>,
  territories: TerritoryMap,
  { country, postalCode, origin }: PlacedQuery,
): Promise<TerritoryPoint[]> {
  const found = territories.find(country, postalCode)
  if (!found) return []
  const codes = territories.codesOf(country, found.dealerId)
  const points = await locateAll(country, codes)
  return codes
    .flatMap((code) => {
      const point =
        points.get(code) ?? (country === 'US' && ZIP_PREFIX.test(code) ? locatePrefix(code) : null)
      return point ? [{ postal_code: code, latitude: point.latitude, longitude: point.longitude }] : []
    })
    .map((point) => ({ point, miles: origin ? milesBetween(origin, point) : 0 }))
    .sort((a, b) => a.miles - b.miles || (a.point.postal_code < b.point.postal_code ? -1 : 1))
    .slice(0, MOST_SHOWN)
    .map(({ point }) => point)
}
