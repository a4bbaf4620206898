import type { IncomingHttpHeaders } from 'node:http'
import { createServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import { drip, listen, serve } from '../../../platform/outgoing/target.test-support.ts'
import { createGeocoder, type GeocoderSettings } from './create-geocoder.ts'
import { type Geocoder, QueryRefusedError } from './geocoder.ts'

const berlin = { latitude: 52.517, longitude: 13.3872 }

interface Service {
  settings: Omit<GeocoderSettings, 'GEOCODER_URL'>
  /** What the service answers for 10117 in Germany. */
  found: unknown
  unknown: unknown[]
  elsewhere: unknown
  query: Record<string, string>
}

const services: Record<string, Service> = {
  nominatim: {
    settings: { GEOCODER: 'nominatim' },
    found: [{ lat: '52.517', lon: '13.3872', address: { postcode: '10117', country_code: 'de' } }],
    unknown: [[]],
    elsewhere: [{ lat: '45.9', lon: '9.2', address: { country_code: 'it' } }],
    query: { postalcode: '10117', countrycodes: 'de', format: 'jsonv2', limit: '1' },
  },
  opencage: {
    settings: { GEOCODER: 'opencage', GEOCODER_KEY: 'k-1' },
    found: opencageAnswer({ country_code: 'de', postcode: '10117', _type: 'postcode' }),
    unknown: [{ results: [] }, opencageAnswer({ country_code: 'de', _type: 'country' })],
    elsewhere: opencageAnswer({ country_code: 'it', postcode: '10117' }),
    query: { q: '10117', countrycode: 'de', limit: '1', key: 'k-1' },
  },
  mapbox: {
    settings: { GEOCODER: 'mapbox', GEOCODER_KEY: 'k-1' },
    found: mapboxAnswer('10117', 'DE'),
    unknown: [{ features: [] }, mapboxAnswer('10999', 'DE')],
    elsewhere: mapboxAnswer('10117', 'IT'),
    query: { postcode: '10117', country: 'de', types: 'postcode', permanent: 'true', access_token: 'k-1' },
  },
  google: {
    settings: { GEOCODER: 'google', GEOCODER_KEY: 'k-1' },
    found: googleAnswer({ postal_code: '10117', country: 'DE' }),
    unknown: [{ status: 'ZERO_RESULTS', results: [] }, googleAnswer({ country: 'DE' })],
    elsewhere: googleAnswer({ postal_code: '10117', country: 'IT' }),
    query: { components: 'postal_code:10117|country:DE', key: 'k-1' },
  },
  here: {
    settings: { GEOCODER: 'here', GEOCODER_KEY: 'k-1' },
    found: hereAnswer('10117', 'DEU'),
    unknown: [{ items: [] }, hereAnswer('10999', 'DEU')],
    elsewhere: hereAnswer('10117', 'ITA'),
    query: { qq: 'postalCode=10117', in: 'countryCode:DEU', limit: '1', apiKey: 'k-1' },
  },
}

describe.each(Object.entries(services))('%s', (name, { settings, found, unknown, elsewhere, query }) => {
  async function answering(answer: unknown, status = 200) {
    const asked: { url?: URL; headers?: IncomingHttpHeaders } = {}
    const url = await serve((request, response) => {
      asked.url = new URL(request.url!, 'http://stub')
      asked.headers = request.headers
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    })
    return { geocoder: createGeocoder({ ...settings, GEOCODER_URL: url })!, asked }
  }

  test('finds a code, asking for that country only', async () => {
    const { geocoder, asked } = await answering(found)
    expect(geocoder.name).toBe(name)
    expect(await geocoder.locate('DE', '10117')).toEqual(berlin)
    expect(Object.fromEntries(asked.url!.searchParams)).toMatchObject(query)
    expect(asked.headers!['user-agent']).toMatch(/transom/i)
  })

  test('does not find an unknown code', async () => {
    for (const answer of unknown) {
      expect(await (await answering(answer)).geocoder.locate('DE', '10117')).toBeNull()
    }
  })

  test('does not take a place in another country', async () => {
    expect(await (await answering(elsewhere)).geocoder.locate('DE', '10117')).toBeNull()
  })

  test.each([400, 422])('a %i means that the query was refused', async (status) => {
    const { geocoder } = await answering({ error: 'bad query' }, status)
    await expect(geocoder.locate('DE', '10117')).rejects.toBeInstanceOf(QueryRefusedError)
  })

  test.each([301, 401, 403, 404, 429, 500, 503])('a %i is a failure', async (status) => {
    const { geocoder } = await answering(found, status)
    const error = await failure(geocoder)
    expect(error).not.toBeInstanceOf(QueryRefusedError)
    expect(error.message).not.toMatch(/127\.0\.0\.1|k-1/)
  })

  test.each([
    null,
    'text',
    7,
    {},
    { error: 'quota' },
    { results: 'none', features: 1, items: {}, status: 'NO' },
  ])('an answer of another shape is a failure: %j', async (answer) => {
    expect((await failure((await answering(answer)).geocoder)).message).toMatch(/geocoding service answered/)
  })

  test.each(['91', '"north"', 'null', '""', '0'])('a latitude of %s is a failure', async (latitude) => {
    const text = JSON.stringify(found)
      .replace(/"?52\.517"?/, latitude)
      .replace(/"?13\.3872"?/, '0')
    expect((await failure((await answering(JSON.parse(text))).geocoder)).message).toMatch(/coordinates/)
  })
})

test.each([
  ['OVER_QUERY_LIMIT', 'OVER_QUERY_LIMIT'],
  ['key=k-1', 'with an unknown status'],
  ['A'.repeat(41), 'with an unknown status'],
  [{ key: 'k-1' }, 'with an unknown status'],
])('a status of Google is reported only if it is a word: %j', async (status, told) => {
  const url = await serve((_request, response) => response.end(JSON.stringify({ status })))
  const geocoder = createGeocoder({ ...services.google!.settings, GEOCODER_URL: url })!
  expect((await failure(geocoder)).message).toBe(`The geocoding service answered ${told}.`)
})

describe('a service that', () => {
  const hasty = { timeoutMs: 200 }
  const geocoder = (url: string, limits?: typeof hasty) =>
    createGeocoder({ GEOCODER: 'nominatim', GEOCODER_URL: url }, limits)!

  test.each(['<html>', '', '[{"lat":', '[]]'])('answers no JSON has failed: %j', async (body) => {
    const url = await serve((_request, response) => response.end(body))
    expect((await failure(geocoder(url))).message).toMatch(/other than JSON/)
  })

  test('answers with more than 64 kB has failed', async () => {
    const url = await serve((_request, response) => response.end(`[${' '.repeat(70_000)}]`))
    expect((await failure(geocoder(url))).message).toMatch(/too much/)
  })

  test('hangs is given up', async () => {
    const url = await serve(() => {})
    await expectWithin(2_500, geocoder(url, hasty))
  })

  test('sends a byte now and then is given up', async () => {
    const url = await listen(createServer((socket) => drip(socket, 'HTTP/1.1 200 OK\r\n\r\n[', ' ')))
    await expectWithin(2_500, geocoder(url, hasty))
  })

  test('does not listen has failed', async () => {
    await expectWithin(2_500, geocoder('http://127.0.0.1:9'))
  })
})

describe('the address of a Nominatim', () => {
  test.each([
    ['', '/search'],
    ['/', '/search'],
    ['/nominatim', '/nominatim/search'],
    ['/nominatim/', '/nominatim/search'],
    ['/search', '/search'],
    ['/v1/search', '/v1/search'],
    ['/search.php', '/search.php'],
  ])('%j is asked at %j', async (base, path) => {
    let asked = ''
    const url = await serve((request, response) => {
      asked = request.url!
      response.end('[]')
    })
    await createGeocoder({ GEOCODER: 'nominatim', GEOCODER_URL: `${url}${base}?key=k` })!.locate('DE', '1')
    expect(new URL(asked, url).pathname).toBe(path)
    expect(new URL(asked, url).searchParams.get('key')).toBe('k')
  })

  test('may be left out: there is no service then', () => {
    expect(createGeocoder({ GEOCODER: 'nominatim' })).toBeNull()
  })

  test('an unknown code may be a 404 that says so', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(404).end('{"error":"Unable to geocode"}')
    })
    expect(await createGeocoder({ GEOCODER: 'nominatim', GEOCODER_URL: url })!.locate('DE', '1')).toBeNull()
  })
})

test('a code extended by the service, or known by its first part, is the same code', async () => {
  const url = await serve((_request, response) => response.end(JSON.stringify(hereAnswer('SW1A', 'GBR'))))
  const geocoder = createGeocoder({ GEOCODER: 'here', GEOCODER_KEY: 'k', GEOCODER_URL: url })!
  expect(await geocoder.locate('GB', 'SW1A 1AA')).toEqual(berlin)
  expect(await geocoder.locate('GB', 'SW1V 1AA')).toBeNull()
})

async function failure(geocoder: Geocoder): Promise<Error> {
  const error = await geocoder.locate('DE', '10117').then(
    (point) => new Error(`It answered ${JSON.stringify(point)}.`),
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(Error)
  return error as Error
}

async function expectWithin(milliseconds: number, geocoder: Geocoder) {
  const start = performance.now()
  expect((await failure(geocoder)).name).toBe('OutgoingError')
  expect(performance.now() - start).toBeLessThan(milliseconds)
}

function opencageAnswer(components: Record<string, string>) {
  return { status: { code: 200 }, results: [{ components, geometry: { lat: 52.517, lng: 13.3872 } }] }
}

function mapboxAnswer(name: string, country_code: string) {
  const properties = { name, feature_type: 'postcode', context: { country: { country_code } } }
  return { features: [{ properties, geometry: { type: 'Point', coordinates: [13.3872, 52.517] } }] }
}

function googleAnswer(components: Record<string, string>) {
  const address_components = Object.entries(components).map(([type, short_name]) => ({
    short_name,
    types: [type, 'political'],
  }))
  return {
    status: 'OK',
    results: [{ address_components, geometry: { location: { lat: 52.517, lng: 13.3872 } } }],
  }
}

function hereAnswer(postalCode: string, countryCode: string) {
  return { items: [{ address: { postalCode, countryCode }, position: { lat: 52.517, lng: 13.3872 } }] }
}
