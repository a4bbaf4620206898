import countries from 'i18n-iso-countries/codes.json' with { type: 'json' }
import type { Point } from '../point.ts'
import { ask, at, type Endpoint, isElsewhere, isSameCode, readPoint } from './ask.ts'

type Path = (string | number)[]

/** How a service is asked for a code, and where its answer has what. Paths begin at the first of the listed places. */
interface Service {
  /** The address of the provider's own service. */
  url: string
  /** Returns the name that the service has for a country; undefined if it has none. */
  countryName(country: string): string | undefined
  parameters(code: string, country: string, key: string): Record<string, string>
  list: string
  code: Path
  country: Path
  latitude: Path
  longitude: Path
}

/** Services that answer with a list of places, the best first. */
export const LISTING_SERVICES = {
  /** @see https://docs.here.com/geocoding-and-search/reference: v7 with a qualified query. */
  here: {
    url: 'https://geocode.search.hereapi.com/v1/geocode',
    countryName: (country) => countries.find(([alpha2]) => alpha2 === country)?.[1],
    parameters: (code, country, apiKey) => ({
      ...{ qq: `postalCode=${code}`, in: `countryCode:${country}`, limit: '1', apiKey },
    }),
    list: 'items',
    code: ['address', 'postalCode'],
    country: ['address', 'countryCode'],
    latitude: ['position', 'lat'],
    longitude: ['position', 'lng'],
  },
  /** @see https://docs.mapbox.com/api/search/geocoding/: v6 with structured input; the answers are stored. */
  mapbox: {
    url: 'https://api.mapbox.com/search/geocode/v6/forward',
    countryName: (country) => country.toLowerCase(),
    parameters: (postcode, country, access_token) => ({
      ...{ postcode, country, access_token, types: 'postcode', limit: '1' },
      ...{ autocomplete: 'false', permanent: 'true' },
    }),
    list: 'features',
    code: ['properties', 'name'],
    country: ['properties', 'context', 'country', 'country_code'],
    latitude: ['geometry', 'coordinates', 1],
    longitude: ['geometry', 'coordinates', 0],
  },
  /** @see https://opencagedata.com/api: for an unknown code, it answers with the country, or a street of that number. */
  opencage: {
    url: 'https://api.opencagedata.com/geocode/v1/json',
    countryName: (country) => country.toLowerCase(),
    parameters: (q, countrycode, key) => ({ q, countrycode, limit: '1', no_annotations: '1', key }),
    list: 'results',
    code: ['components', 'postcode'],
    country: ['components', 'country_code'],
    latitude: ['geometry', 'lat'],
    longitude: ['geometry', 'lng'],
  },
} satisfies Record<string, Service>

/** Returns the adapter of a service. */
export function listing(service: Service, endpoint: Endpoint, key: string) {
  return async (country: string, code: string): Promise<Point | null> => {
    const name = service.countryName(country)
    if (!name) return null
    const answer = await ask(endpoint, service.parameters(code, name, key))
    const places = at(answer, service.list)
    if (!Array.isArray(places)) throw new Error(`The geocoding service answered without ${service.list}.`)
    const [place] = places
    if (!isSameCode(at(place, ...service.code), code)) return null
    if (isElsewhere(at(place, ...service.country), name)) return null
    return readPoint(at(place, ...service.latitude), at(place, ...service.longitude))
  }
}
