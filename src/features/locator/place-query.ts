import { AppError } from '../../platform/errors.ts'
import { type Place, type PostalCodes, SOURCES } from '../postal-codes/index.ts'
import type { LocateQuery, PlacedQuery } from './selection/query.ts'

export interface Placed {
  query: PlacedQuery
  /** The source that located the postal code, in words for people; null if none did. */
  locatedBy: string | null
  /** Why nothing placed the postal code, if the geocoding service is to blame. */
  failure?: AppError
}

/**
 * Places a query's postal code. A geocoding service that fails does not throw: a territory's dealer, the fallback and
 * other countries' dealers are found without it.
 */
export async function placeQuery<Q extends LocateQuery>(postalCodes: PostalCodes, query: Q): Promise<Placed> {
  try {
    const place: Place | null = await postalCodes.find(query.country, query.postalCode)
    return { query: { ...query, origin: place?.point ?? null }, locatedBy: place && SOURCES[place.source] }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'GEOCODER_UNAVAILABLE') throw error
    return { query: { ...query, origin: null }, locatedBy: null, failure: error }
  }
}

/** Places a query's postal code if that takes no waiting; undefined otherwise. */
export function peekPlacedQuery<Q extends LocateQuery>(
  postalCodes: PostalCodes,
  query: Q,
): Placed | undefined {
  const place = postalCodes.peek(query.country, query.postalCode)
  return place && { query: { ...query, origin: place.point }, locatedBy: SOURCES[place.source] }
}
