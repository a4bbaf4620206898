import type { Point } from '../point.ts'
import { ask, at, type Endpoint, isElsewhere, isSameCode, readPoint } from './ask.ts'

export const OPENCAGE_URL = 'https://api.opencagedata.com/geocode/v1/json'

/** OpenCage. @see https://opencagedata.com/api */
export function opencage(endpoint: Endpoint, key: string) {
  return async (country: string, code: string): Promise<Point | null> => {
    const answer = await ask(endpoint, {
      q: code,
      countrycode: country.toLowerCase(),
      limit: '1',
      no_annotations: '1',
      key,
    })
    const results = at(answer, 'results')
    if (!Array.isArray(results)) throw new Error('The geocoding service answered without results.')
    const components = at(results[0], 'components')
    // Where it knows no such code it falls back to the country, or to a street with that number.
    if (!isSameCode(at(components, 'postcode'), code)) return null
    if (isElsewhere(at(components, 'country_code'), country)) return null
    return readPoint(at(results[0], 'geometry', 'lat'), at(results[0], 'geometry', 'lng'))
  }
}
