import type { Point } from '../point.ts'
import { ask, at, type Endpoint, isElsewhere, isSameCode, readPoint } from './ask.ts'
import { QueryRefusedError } from './geocoder.ts'

export const GOOGLE_URL = 'https://maps.googleapis.com/maps/api/geocode/json'

/**
 * Google's Geocoding API with component filters.
 * @see https://developers.google.com/maps/documentation/geocoding/requests-geocoding
 */
export function google(endpoint: Endpoint, key: string) {
  return async (country: string, code: string): Promise<Point | null> => {
    const answer = await ask(endpoint, { components: `postal_code:${code}|country:${country}`, key })
    const status = at(answer, 'status')
    if (status === 'ZERO_RESULTS') return null
    if (status === 'INVALID_REQUEST') throw new QueryRefusedError('The geocoding service refused the query.')
    if (status !== 'OK') throw new Error(`The geocoding service answered ${nameOf(status)}.`)
    const result = at(answer, 'results', 0)
    // Where it knows no such code it answers with whatever matches the rest of the filter: the country.
    if (!isSameCode(component(result, 'postal_code') ?? component(result, 'postal_code_prefix'), code))
      return null
    if (isElsewhere(component(result, 'country'), country)) return null
    const location = at(result, 'geometry', 'location')
    return readPoint(at(location, 'lat'), at(location, 'lng'))
  }
}

/** Google's own are such words. Whatever else an address in its place answers is not for the log. */
function nameOf(status: unknown): string {
  return typeof status === 'string' && /^[A-Z_]{1,40}$/.test(status) ? status : 'with an unknown status'
}

function component(result: unknown, type: string): unknown {
  const components = at(result, 'address_components')
  if (!Array.isArray(components)) return undefined
  return at(
    components.find((candidate) => [at(candidate, 'types')].flat().includes(type)),
    'short_name',
  )
}
