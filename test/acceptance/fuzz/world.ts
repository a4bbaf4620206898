import { startCrm } from '../../support/crm.ts'
import fc from '../../support/fast-check.ts'
import { Integrator, warrantyBody } from '../../support/integrator.ts'
import { startNominatim } from '../../support/nominatim.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import type { Operation } from './description.ts'
import type { Known } from './values.ts'

/** A server with something of everything, and a caller that may do all but touch the hidden brand. */
export interface World extends AsyncDisposable {
  server: TestServer
  caller: Integrator
  /** The existing records, by the names of fields (`hin`), query parameters (`?hin`) and path parameters (`/hin`). */
  known: Known
  /** The value of `{{…}}` in a request of this operation. */
  tokensFor(operation: Operation): Promise<Record<string, string>>
}

const USER = { email: 'ada@example.com', password: 'correct horse battery staple' }
const TOKEN = 'a-token-for-the-fuzz-long-enough'
const KEY = 'pk_a-key-for-the-fuzz-long-enough'
const PAGE = 'https://www.example.com'

/** Own HINs: one of each kind. The last is of a brand that the caller may not see. */
const HINS = ['ABC12345A121', 'ABC12345A122', 'ABC12345A123', 'ABC12345A124', 'HID12345A125']
const [PLAIN, TWICE, VOIDED, SYNCED, HIDDEN] = HINS as [string, string, string, string, string]

export async function makeWorld(): Promise<World> {
  await using stack = new AsyncDisposableStack()
  const crm = stack.use(await startCrm())
  const nominatim = stack.use(await startNominatim())
  nominatim.places.set('de 10115', { lat: '52.53', lon: '13.38' })
  const server = stack.use(await startServer({ ownProcess: true, env: { GEOCODER_URL: nominatim.url } }))
  // One that takes everything, one that is in trouble, one that gives strange answers.
  crm.always('/fine', { status: 201, body: { id: 'c-1' } })
  crm.always('/down', { status: 503 })
  crm.always('/strange', { status: 200, headers: { 'content-type': 'text/html' }, body: '<p>thanks</p>' })
  const brand = (id: number, slug: string, path?: string) => ({
    id,
    slug,
    name: `Brand ${slug}`,
    ...(path && {
      lead_webhook: { url: crm.url(path), categories: { trade_in: crm.url('/strange') } },
      warranty_crm: { type: 'webhook', url: crm.url(path) },
    }),
  })
  const own = ['plain', 'fine', 'down']
  await server.apply({
    brands: [brand(1, 'plain'), brand(2, 'fine', '/fine'), brand(3, 'down', '/down'), brand(4, 'hidden')],
    dealer_groups: [{ id: 1, name: 'Group' }],
    dealers: [
      dealer('US-1', 'USA', '75067', 33.04, -97, 1),
      dealer('US-2', 'USA', '10001', 40.75, -73.99, 1),
      dealer('CA-1', 'CAN', 'K1A 0B1', 45.42, -75.7),
      dealer('DE-1', 'DEU', '80331', 48.14, 11.57),
    ],
    territories: [{ brand: 'plain', country: 'US', postal_code: '75067', dealer_code: 'US-2' }],
    api_users: [
      { ...USER, brands: own, permissions: ['warranty:*'] },
      { ...USER, email: 'hidden@example.com', brands: ['hidden'], permissions: ['warranty:*'] },
    ],
    api_tokens: [
      {
        name: 'fuzz',
        token: TOKEN,
        brands: own,
        scopes: ['dealer-locator', 'lead-submission', 'warranty-registration'],
      },
      {
        name: 'pages',
        kind: 'publishable',
        token: KEY,
        brands: ['plain'],
        scopes: ['lead-submission'],
        origins: [PAGE],
      },
    ],
  })
  const caller = new Integrator(server, { id: 1, slug: 'plain' }, USER, TOKEN)
  const hider = new Integrator(
    server,
    { id: 4, slug: 'hidden' },
    { ...USER, email: 'hidden@example.com' },
    TOKEN,
  )
  const spare = new Integrator(server, caller.brand, USER, TOKEN)
  for (const one of [caller, hider, spare]) await one.logIn()
  for (const [who, brandId, hin, fields] of [
    [caller, 1, PLAIN, { warranty_duration_months: 60 }],
    [caller, 1, TWICE, {}],
    [caller, 2, TWICE, {}],
    [caller, 1, VOIDED, { warranty_status: 'voided' }],
    [caller, 2, SYNCED, {}],
    [hider, 4, HIDDEN, {}],
  ] as const) {
    const body = warrantyBody(brandId, { hin, ...fields })
    const { status, text } = await who.call('POST', '/warranty', { body })
    if (status !== 201) throw new Error(text)
  }
  const cursor = (await caller.call('GET', '/warranty?limit=2')).body.meta.pagination.next_cursor

  // Had anything failed before, it would have ended what was started.
  const whole = stack.move()
  return {
    server,
    caller,
    known: {
      brand: fc.constantFrom('plain', 'fine', 'down'),
      brand_id: fc.constantFrom(1, 1, 2, 3, 4),
      contact_category: fc.constantFrom('boat_build', 'request_quote', 'contact_dealer', 'trade_in', 'other'),
      contact_zip_code: fc.constantFrom('75067', '10115'),
      email: fc.constantFrom(USER.email, 'ada@example.com'),
      password: fc.constantFrom(USER.password),
      refresh_token: fc.constantFrom('{{refresh}}', '{{access}}'),
      registration_date: fc.constantFrom('2025-03-01', '2026-01-31'),
      '/hin': fc.constantFrom(...HINS),
      hin: fc.stringMatching(/^[A-Za-z0-9]{12}$/),
      '?hin': fc.constantFrom(...HINS),
      '?brand': fc.constantFrom('plain', 'fine', 'hidden', 'nobody'),
      '?brand_id': fc.constantFrom(1, 2, 4),
      '?country': fc.constantFrom('US', 'CA', 'DE', 'us', 'AU'),
      '?cursor': fc.constantFrom(cursor),
      '?email': fc.constantFrom('ada@example.com'),
      '?explain': fc.constantFrom('true', 'false'),
      '?latitude': fc.constantFrom(33.05),
      '?longitude': fc.constantFrom(-97),
      '?limit': fc.constantFrom(1, 2, 10, 50),
      '?page': fc.constantFrom(1, 2),
      '?postal_code': fc.constantFrom('75067', 'K1A 0B1', '10115', '10001'),
      '?registered_from': fc.constantFrom('2025-01-01', '2024-02-29'),
      '?registered_to': fc.constantFrom('2025-12-31'),
      '?updated_since': fc.constantFrom('2025-01-01T00:00:00Z', '2025-01-01T00:00:00.000001+02:00'),
      '?max_distance_miles': fc.constantFrom(0, 250, 12_000),
    },
    async tokensFor({ path }) {
      // Requests that end a session get their own session to end.
      const holder = path.startsWith('/api/v1/auth') ? spare : caller
      if (holder === spare && !(await works(spare))) await spare.logIn()
      return { access: holder.accessToken, refresh: holder.refreshToken, token: TOKEN, key: KEY, page: PAGE }
    },
    [Symbol.asyncDispose]: () => whole.disposeAsync(),
  }
}

async function works(caller: Integrator): Promise<boolean> {
  return (await caller.call('GET', '/warranty?limit=1')).status === 200
}

function dealer(
  code: string,
  country: string,
  postalCode: string,
  latitude: number,
  longitude: number,
  group?: number,
) {
  return {
    dealer_code: code,
    group_id: group ?? null,
    unit_id: group ? Number(code.at(-1)) : null,
    name: `Marina ${code}`,
    city: 'Harbor',
    postal_code: postalCode,
    country,
    latitude,
    longitude,
    brands: ['plain', 'fine'],
  }
}
