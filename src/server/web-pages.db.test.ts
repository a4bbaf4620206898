import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../test/support/db.ts'
import { apply } from '../features/setup/apply.test-support.ts'
import { systemClock } from '../platform/clock.ts'
import { startService } from './web-pages.test-support.ts'

const SECRET = 'a-token-of-24-characters'
const PAGE = 'https://www.example.com'
const key = (name: string, fields: { scopes: string[]; origins: string[] }) => ({
  name,
  token: `pk_${name}-of-24-characters`,
  kind: 'publishable',
  brands: ['harbor-craft'],
  ...fields,
})
const BOTH = key('both', { scopes: ['dealer-locator', 'lead-submission'], origins: [PAGE] })
const LOCATOR = key('locator', { scopes: ['dealer-locator'], origins: ['https://locator.example'] })
const LOCAL = key('local', {
  scopes: ['dealer-locator', 'lead-submission', 'warranty-registration'],
  origins: ['http://localhost:*', 'https://shop.example:8443'],
})
const REVOKED = key('revoked', { scopes: BOTH.scopes, origins: ['https://revoked.example'] })
const EXPIRED = key('expired', { scopes: BOTH.scopes, origins: ['https://expired.example'] })

const database = await openTestDatabase()
let service: Awaited<ReturnType<typeof startService>>
beforeAll(async () => {
  await apply(database.db, {
    brands: [{ slug: 'harbor-craft', name: 'Harbor Craft', challenge: false }],
    api_tokens: [
      { name: 'server', token: SECRET, brands: ['harbor-craft'], scopes: LOCAL.scopes },
      ...[BOTH, LOCATOR, LOCAL, REVOKED, EXPIRED],
    ],
  })
  await apply(database.db, { api_tokens: [{ name: 'revoked', active: false }] })
  const expired = { expires_at: systemClock.now() - 1 }
  await database.db.write((trx) =>
    trx.updateTable('api_tokens').set(expired).where('name', '=', 'expired').execute(),
  )
  service = await startService(database)
})
afterAll(async () => {
  await service.stop()
  await database.drop()
})

type Method = 'GET' | 'POST' | 'OPTIONS'

const ENDPOINTS = {
  locator: {
    scope: 'dealer-locator',
    accepted: 200,
    method: 'GET',
    url: '/dealer-locator?brand=harbor-craft&country=US&postal_code=75067',
    payload: undefined,
  },
  leads: {
    scope: 'lead-submission',
    accepted: 200,
    method: 'POST',
    url: '/lead-submission',
    payload: {
      brand: 'harbor-craft',
      contact_category: 'request_quote',
      contact: { contact_email: 'ada@example.com' },
    },
  },
  registrations: {
    scope: 'warranty-registration',
    accepted: 202,
    method: 'POST',
    url: '/warranty-registration',
    payload: {
      brand: 'harbor-craft',
      hin: 'HCX12345D526',
      model: 'Bay 23',
      model_year: '2026',
      purchase_date: '2026-05-01',
      contact: { first_name: 'Ada', last_name: 'Rivers', email: 'ada@example.com', zipcode: '75067' },
      consent: true,
    },
  },
} as const

const NAMES = Object.keys(ENDPOINTS) as (keyof typeof ENDPOINTS)[]

/** Sends a request. Returns its status and the origin whose pages may read the response. */
async function send(
  endpoint: keyof typeof ENDPOINTS,
  { origin, token, method }: { origin?: string | undefined; token?: string; method?: Method },
) {
  const { url, payload, ...usual } = ENDPOINTS[endpoint]
  const headers = { ...(origin !== undefined && { origin }), ...(token && { 'x-api-token': token }) }
  const response = await service.send(method ?? usual.method, url, {
    headers,
    ...(method !== 'OPTIONS' && payload && { body: payload }),
  })
  expect(response.headers).not.toHaveProperty('access-control-allow-credentials')
  const allowed = response.headers['access-control-allow-origin']
  expect(response.headers.vary).toBe(allowed === undefined ? undefined : 'Origin')
  return { status: response.status, allowed, headers: response.headers }
}

/** Origins like those of the keys, and the keys that list them. */
const ORIGINS: [string, string | undefined, (typeof BOTH)[]][] = [
  ['the listed origin', PAGE, [BOTH]],
  ["another key's origin", 'https://locator.example', [LOCATOR]],
  ['another scheme', 'http://www.example.com', []],
  ['another port', 'https://www.example.com:8443', []],
  ["the scheme's own port", 'https://www.example.com:443', []],
  ['the parent domain', 'https://example.com', []],
  ['a subdomain', 'https://a.www.example.com', []],
  ['a suffix', 'https://www.example.com.evil.example', []],
  ['a prefix', 'https://evilwww.example.com', []],
  ['a user name', 'https://www.example.com@evil.example', []],
  ['a path', 'https://www.example.com/', []],
  ['another case', 'https://WWW.example.com', []],
  ['two origins', `${PAGE} https://evil.example`, []],
  ['null', 'null', []],
  ['an empty origin', '', []],
  ['a wildcard', '*', []],
  ['no origin', undefined, []],
  ['a port of localhost', 'http://localhost:5173', [LOCAL]],
  ['localhost', 'http://localhost', [LOCAL]],
  ['localhost by https', 'https://localhost:5173', []],
  ['a name that begins with localhost', 'http://localhost.evil.example:80', []],
  ['the wildcard itself', 'http://localhost:*', []],
  ['a listed port', 'https://shop.example:8443', [LOCAL]],
  ["a revoked key's origin", 'https://revoked.example', []],
  ["an expired key's origin", 'https://expired.example', []],
]

test.each(ORIGINS)('%s: a request is admitted where its key lists it', async (_what, origin, listedBy) => {
  for (const endpoint of NAMES) {
    const { scope, accepted } = ENDPOINTS[endpoint]
    const asSecret = await send(endpoint, { origin, token: SECRET })
    expect(asSecret).toMatchObject({ status: accepted, allowed: undefined })
    for (const one of [BOTH, LOCATOR, LOCAL, REVOKED, EXPIRED]) {
      const isListed = listedBy.includes(one)
      const hasScope = one.scopes.includes(scope)
      const { status, allowed } = await send(endpoint, { origin, token: one.token })
      expect([status, allowed], `${endpoint} ${one.name}`).toEqual([
        isListed ? (hasScope ? accepted : 403) : 401,
        isListed ? origin : undefined,
      ])
    }
  }
})

test.each(ORIGINS)(
  '%s: a preflight is answered where a key with the scope lists it',
  async (_what, origin, by) => {
    for (const endpoint of NAMES) {
      const { scope } = ENDPOINTS[endpoint]
      const isListed = by.some(({ scopes }) => scopes.includes(scope))
      const answer = await send(endpoint, { origin, method: 'OPTIONS' })
      expect(answer, endpoint).toMatchObject({ status: 204, allowed: isListed ? origin : undefined })
    }
  },
)

test('a preflight names the method and the headers that a page may send', async () => {
  const { headers } = await send('leads', { origin: PAGE, method: 'OPTIONS' })
  expect(headers).toMatchObject({
    allow: 'POST, OPTIONS',
    'access-control-allow-methods': 'POST',
    'access-control-max-age': '7200',
  })
  const named = String(headers['access-control-allow-headers']).toLowerCase().split(', ')
  expect(named).toEqual(expect.arrayContaining(['content-type', 'x-api-token', 'x-transom-challenge']))
  expect((await send('locator', { origin: PAGE, method: 'OPTIONS' })).headers).toMatchObject({
    'access-control-allow-methods': 'GET',
  })
})

test('a page can read errors too, and the headers that explain them', async () => {
  const headers = { origin: PAGE, 'x-api-token': BOTH.token }
  const response = await service.send('GET', '/dealer-locator?brand=harbor-craft', { headers })
  expect(response.status).toBe(400)
  expect(response.headers['access-control-allow-origin']).toBe(PAGE)
  const shown = String(response.headers['access-control-expose-headers']).toLowerCase().split(', ')
  expect(shown).toEqual(expect.arrayContaining(['retry-after', 'x-request-id', 'etag', 'x-lead-id']))
})

test('an origin that a key no longer lists gets no answer to its preflight', async () => {
  const origin = 'https://short.example'
  const short = key('short', { scopes: ['dealer-locator'], origins: [origin] })
  const preflight = async () => (await send('locator', { origin, method: 'OPTIONS' })).allowed
  await apply(database.db, { api_tokens: [short] })
  await expect.poll(preflight).toBe(origin)
  await apply(database.db, { api_tokens: [{ name: 'short', origins: [PAGE] }] })
  await expect.poll(preflight).toBeUndefined()
  expect((await send('locator', { origin, token: short.token })).status).toBe(401)
})
