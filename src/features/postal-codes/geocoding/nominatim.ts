import type { Point } from '../point.ts'
import { ask, at, type Endpoint, isElsewhere, readPoint } from './ask.ts'

/**
 * Nominatim, or what speaks its search API, with the base address that the operator gives; parameters that stand
 * in it (a key, say) are kept.
 * @see https://nominatim.org/release-docs/latest/api/Search/
 */
export function nominatim(endpoint: Endpoint) {
  const search = { ...endpoint, url: searchUrl(endpoint.url) }
  return async (country: string, code: string): Promise<Point | null> => {
    const answer = await ask(
      search,
      {
        postalcode: code,
        countrycodes: country.toLowerCase(),
        format: 'jsonv2',
        addressdetails: '1',
        limit: '1',
      },
      // LocationIQ has no empty list: it answers 404 with an error that says so.
      [404],
    )
    if (at(answer, 'error') === 'Unable to geocode') return null
    if (!Array.isArray(answer))
      throw new Error('The geocoding service answered with something other than a list.')
    const [place] = answer
    if (place === undefined || isElsewhere(at(place, 'address', 'country_code'), country)) return null
    return readPoint(at(place, 'lat'), at(place, 'lon'))
  }
}

function searchUrl(base: string): string {
  const url = new URL(base)
  if (!/\/search(\.php)?\/?$/.test(url.pathname)) url.pathname = `${url.pathname.replace(/\/+$/, '')}/search`
  return url.href
}
