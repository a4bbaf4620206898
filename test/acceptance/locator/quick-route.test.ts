import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Integrator, makeIntegrator } from '../../support/integrator.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { dealer } from './world.ts'

/** More than the comparisons need. */
const LIMIT = 60

let server: TestServer
let coast: Integrator

beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMIT_PER_MINUTE: String(LIMIT) } })
  coast = await makeIntegrator(server, {
    more: (slug) => ({
      dealer_groups: [{ id: 77, name: 'Bücher & Söhne' }],
      dealers: [
        ...Array.from({ length: 30 }, (_, i) =>
          dealer(`LANE-${i}`, {
            brands: [slug],
            longitude: -97 + i / 10,
            name: `Bücher „${i}“ \u0001 🚤`,
            group_id: i % 7 === 0 ? 77 : undefined,
          }),
        ),
        dealer('LANE-CA', { brands: [slug], country: 'CAN', latitude: 43.65, longitude: -79.38 }),
        dealer('LANE-DE', { brands: [slug], country: 'DEU', latitude: 53.5, longitude: 10 }),
      ],
      territories: [{ brand: slug, country: 'US', postal_code: '980', dealer_code: 'LANE-29' }],
    }),
  })
})
afterAll(() => server[Symbol.asyncDispose]())

test.each([
  'country=US&postal_code=75067',
  'country=us&postal_code=75067&limit=3',
  'country=US&postal_code=75067&limit=500&max_distance_miles=20.5',
  'country=US&postal_code=98101',
  'country=US&postal_code=10001&max_distance_miles=0',
  'country=CA&postal_code=m5v%203l9',
  'country=CA&postal_code=M5V3L9&unknown=parameter',
  'country=FR&postal_code=75001',
  'country=US&postal_code=09001',
  'country=US&postal_code=1234',
  'country=US&postal_code=75067&limit=x',
  'country=US&postal_code=75067&limit=1&limit=2',
  'country=US&postal_code=%zz',
  'postal_code=75067',
])('a plain request is answered as any other: %s', async (query) => {
  const path = `/dealer-locator?brand=${coast.brand.slug}&${query}`
  const headers = { 'x-api-token': coast.apiToken, 'x-request-id': 'the-same' }
  const quick = await server.send('GET', path, { headers })
  const remembered = await server.send('GET', path, { headers })
  // A request that announces a body is none that can be answered at once.
  const usual = await server.send('GET', path, { headers: { ...headers, 'content-length': '0' } })
  const shown = ({ status, headers, text }: typeof quick) => {
    const { date: _date, ratelimit, ...others } = headers
    return { status, text, others, limited: ratelimit !== undefined }
  }
  expect(shown(quick)).toEqual(shown(usual))
  expect(shown(remembered)).toEqual(shown(usual))
})

test('requests answered at once count against the limit', async () => {
  const headers = { 'x-api-token': coast.apiToken }
  const path = `/dealer-locator?brand=${coast.brand.slug}&country=US&postal_code=75067`
  const statuses = new Set<number>()
  for (let sent = 0; sent < 5 * LIMIT && !statuses.has(429); sent++) {
    statuses.add((await server.send('GET', path, { headers })).status)
  }
  expect([...statuses]).toEqual([200, 429])
})
