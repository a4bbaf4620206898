import type { Point } from '../point.ts'
import { ask, at, type Endpoint, isElsewhere, isSameCode, readPoint } from './ask.ts'

export const MAPBOX_URL = 'https://api.mapbox.com/search/geocode/v6/forward'

/**
 * Mapbox Geocoding v6 with structured input; `permanent`, because the answers are stored.
 * @see https://docs.mapbox.com/api/search/geocoding/
 */
export function mapbox(endpoint: Endpoint, key: string) {
  return async (country: string, code: string): Promise<Point | null> => {
    const answer = await ask(endpoint, {
      postcode: code,
      country: country.toLowerCase(),
      types: 'postcode',
      autocomplete: 'false',
      permanent: 'true',
      limit: '1',
      access_token: key,
    })
    const features = at(answer, 'features')
    if (!Array.isArray(features)) throw new Error('The geocoding service answered without features.')
    const properties = at(features[0], 'properties')
    if (!isSameCode(at(properties, 'name'), code)) return null
    if (isElsewhere(at(properties, 'context', 'country', 'country_code'), country)) return null
    const coordinates = at(features[0], 'geometry', 'coordinates')
    return readPoint(at(coordinates, 1), at(coordinates, 0))
  }
}
