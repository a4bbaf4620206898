import countries from 'i18n-iso-countries/codes.json' with { type: 'json' }
import type { Point } from '../point.ts'
import { ask, at, type Endpoint, isElsewhere, isSameCode, readPoint } from './ask.ts'

export const HERE_URL = 'https://geocode.search.hereapi.com/v1/geocode'

/** HERE Geocoding & Search v7 with a qualified query. @see https://docs.here.com/geocoding-and-search/reference */
export function here(endpoint: Endpoint, key: string) {
  return async (country: string, code: string): Promise<Point | null> => {
    const alpha3 = countries.find(([alpha2]) => alpha2 === country)?.[1]
    if (!alpha3) return null
    const answer = await ask(endpoint, {
      qq: `postalCode=${code}`,
      in: `countryCode:${alpha3}`,
      limit: '1',
      apiKey: key,
    })
    const items = at(answer, 'items')
    if (!Array.isArray(items)) throw new Error('The geocoding service answered without items.')
    const address = at(items[0], 'address')
    if (!isSameCode(at(address, 'postalCode'), code)) return null
    if (isElsewhere(at(address, 'countryCode'), alpha3)) return null
    return readPoint(at(items[0], 'position', 'lat'), at(items[0], 'position', 'lng'))
  }
}
