import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Integrator, makeIntegrator } from '../../support/integrator.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { dealersOf } from './world.ts'

let server: TestServer
let integrator: Integrator

const FULL = {
  id: 415,
  dealer_code: 'HC-015',
  group_id: 10,
  unit_id: 2,
  name: 'Tidewater “Marine” Lewisville',
  legal_name: 'Tidewater Marine LLC',
  address: '100 Lakeshore Dr',
  address2: 'Suite 4',
  city: 'Lewisville',
  state: 'TX',
  postal_code: '75067',
  country: 'USA',
  phone: '+1 214 555 0100',
  email: 'sales@example.com',
  website: 'https://example.com',
  latitude: 33.04,
  longitude: -97.001,
  logo_url: 'https://example.com/logo.png',
  primary_contact: 'Zoë Ruiz',
}

beforeAll(async () => {
  server = await startServer()
  integrator = await makeIntegrator(server, {
    more: (slug) => ({
      dealer_groups: [{ id: 10, name: 'Tidewater Marine Group' }],
      dealers: [
        { ...FULL, brands: [slug] },
        { id: 416, name: 'Bare', country: 'us', postal_code: '75068', brands: [slug] },
        { id: 417, name: 'Hidden', country: 'US', latitude: null, longitude: null, brands: [slug] },
      ],
      territories: [{ brand: slug, country: 'US', postal_code: '75067', dealer_code: 'HC-015' }],
    }),
  })
})
afterAll(() => server[Symbol.asyncDispose]())

const locate = (query: object = {}) => integrator.locate({ country: 'US', postal_code: '75067', ...query })

test('an answer has success, version and dealers, and a dealer every field of the interface and no other', async () => {
  const answer = await locate()
  expect(answer.status).toBe(200)
  expect(answer.headers['content-type']).toMatch(/^application\/json/)
  expect(answer.body).toEqual({
    success: true,
    version: '0.2.0',
    dealers: [
      {
        ...FULL,
        group_name: FULL.name,
        distance_miles: expect.any(Number),
        match_type: 'territory',
        territory_match: true,
      },
      {
        id: 416,
        dealer_code: '',
        group_id: null,
        unit_id: null,
        group_name: 'Bare',
        name: 'Bare',
        legal_name: '',
        address: '',
        address2: '',
        city: '',
        state: '',
        postal_code: '75068',
        country: 'us',
        phone: '',
        email: '',
        website: '',
        // The coordinates of its postal code.
        latitude: expect.closeTo(33.18, 1),
        longitude: expect.closeTo(-96.96, 1),
        logo_url: '',
        primary_contact: '',
        distance_miles: expect.any(Number),
        match_type: 'distance',
        territory_match: false,
      },
    ],
  })
})

test('explain=true adds the grounds and changes nothing else', async () => {
  const plain = await locate()
  const explained = await locate({ explain: 'true' })
  const { explain, dealers, ...rest } = explained.body
  const rows = dealers.map(({ reason, ...row }: { reason: string }) => {
    expect(reason).toMatch(/\S.*\.$/)
    return row
  })
  expect({ ...rest, dealers: rows }).toEqual(plain.body)
  expect(dealers[0].reason).toMatch(/75067 is assigned to this dealer/)
  expect(dealers[1].reason).toMatch(/by distance.*coordinates are those of its postal code/i)
  expect(explain).toMatchObject({
    country: 'US',
    postal_code: '75067',
    located_by: 'the packaged table',
    limit: 10,
    max_distance_miles: 250,
    territory: { postal_code: '75067', dealer_id: 415, matched: true, fault: null },
  })
  expect(plain.body).not.toHaveProperty('explain')
})

test('HEAD is answered as GET is, without the body', async () => {
  const search = new URLSearchParams({ brand: integrator.brand.slug, country: 'US', postal_code: '75067' })
  const headers = { 'x-api-token': integrator.apiToken }
  const head = await server.send('HEAD', `/dealer-locator?${search}`, { headers })
  const get = await locate()
  expect(head).toMatchObject({ status: 200, text: '' })
  expect(head.headers['content-length']).toBe(String(get.bytes.length))
  expect(dealersOf(get)).toHaveLength(2)
})
