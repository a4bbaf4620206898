import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectData, expectError } from '../support/envelope.ts'
import { Integrator, makeIntegrator, newHin } from '../support/integrator.ts'
import { startServer, type TestServer } from '../support/server.ts'

/** More than the comparisons need. */
const LIMIT = 120

let server: TestServer
let coast: Integrator
let lake: Integrator
/** Of both brands. */
let both: Integrator
let lister: Integrator

const ours = newHin()
const shared = newHin()

beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMIT_PER_MINUTE: String(LIMIT) } })
  coast = await makeIntegrator(server, { brand: { name: 'Bücher & Söhne 🚤' } })
  lake = await makeIntegrator(server)
  both = await addUser(['warranty:read'])
  lister = await addUser(['warranty:list'])
  for (const one of [coast, lake]) expectData(await one.register({ hin: shared }), 201)
  expectData(await coast.register({ hin: ours, warranty_notes: 'Größe „L“ \u0001 🚤' }), 201)
})
afterAll(() => server[Symbol.asyncDispose]())

async function addUser(permissions: string[]): Promise<Integrator> {
  const credentials = { email: `${newHin()}@example.com`, password: `password-${newHin()}` }
  const brands = [coast.brand.slug, lake.brand.slug]
  await server.apply({ api_users: [{ ...credentials, brands, permissions }] })
  const user = new Integrator(server, coast.brand, credentials, '')
  await user.logIn()
  return user
}

/** A plain get, and one that is none because it announces a body, as they differ from each other in nothing. */
async function bothWays(user: Integrator, path: string, headers: Record<string, string> = {}) {
  const all = { authorization: `Bearer ${user.accessToken}`, 'x-request-id': 'the-same', ...headers }
  const ways = []
  const noneAndOne: Record<string, string>[] = [{}, { 'content-length': '0' }]
  for (const more of noneAndOne) {
    const { status, text, headers } = await server.send('GET', `/api/v1/warranty/${path}`, {
      headers: { ...all, ...more },
    })
    const { date: _, ratelimit, 'content-length': length, ...others } = headers
    const body = text.replace(/"timestamp":"[^"]*"/, '')
    ways.push({ status, body, others, limited: ratelimit !== undefined, length })
  }
  return ways
}

test.each<[string, () => Integrator, () => string, number]>([
  ['a get', () => coast, () => ours, 200],
  ['a HIN in lower case', () => coast, () => ours.toLowerCase(), 200],
  ['an escaped HIN', () => coast, () => `%${ours.charCodeAt(0).toString(16)}${ours.slice(1)}`, 200],
  ['a HIN of two brands', () => both, () => shared, 409],
  ['one of them', () => both, () => `${shared}?brand_id=${lake.brand.id}`, 200],
  ['a parameter that nobody knows', () => coast, () => `${ours}?colour=blue`, 200],
  ['no HIN', () => coast, () => 'ABC', 422],
  ['a HIN that is not there', () => coast, newHin, 404],
  ["another's HIN", () => lake, () => ours, 404],
  ["another's brand", () => lake, () => `${ours}?brand_id=${coast.brand.id}`, 403],
  ['a brand that is no number', () => coast, () => `${ours}?brand_id=x`, 422],
  ['a brand given twice', () => coast, () => `${ours}?brand_id=1&brand_id=1`, 400],
  ['no permission', () => lister, () => ours, 403],
])('a plain request is answered as any other: %s', async (_what, user, path, status) => {
  const [quick, usual] = await bothWays(user(), path())
  expect(quick).toEqual(usual)
  expect(quick!.status).toBe(status)
})

test.each(['Bearer', 'Bearer x.y.z', 'Basic dXNlcg=='])(
  'so is one with the wrong credentials: %s',
  async (authorization) => {
    const [quick, usual] = await bothWays(coast, ours, { authorization })
    expect(quick).toEqual(usual)
    expect(quick!.status).toBe(401)
  },
)

test('a session that was logged out is over', async () => {
  const user = await addUser(['warranty:read'])
  expectData(await user.call('GET', `/warranty/${ours}`))
  expectData(await user.call('POST', '/auth/logout', { body: { refresh_token: user.refreshToken } }))
  expectError(await user.call('GET', `/warranty/${ours}`), 401, 'INVALID_TOKEN')
})

test('a change shows in the next get', async () => {
  for (let turn = 0; turn < 20; turn++) {
    const body = { warranty_notes: `turn ${turn}` }
    expectData(await coast.call('PATCH', `/warranty/${shared}`, { body }))
    expect(expectData(await coast.call('GET', `/warranty/${shared}`)).warranty_notes).toBe(
      body.warranty_notes,
    )
  }
})

test('gets count against the limit, many at once too', async () => {
  const user = await addUser(['warranty:read'])
  const statuses = await Promise.all(
    Array.from(
      { length: 2 * LIMIT },
      async () => (await user.call('GET', `/warranty/${shared}?brand_id=${lake.brand.id}`)).status,
    ),
  )
  const taken = statuses.filter((status) => status === 200).length
  expect(statuses.filter((status) => status === 429)).toHaveLength(2 * LIMIT - taken)
  expect(taken).toBeGreaterThanOrEqual(LIMIT)
  // What is refilled meanwhile, at two a second.
  expect(taken).toBeLessThan(LIMIT + 60)
})
