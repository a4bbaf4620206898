import { describe, expect, test } from 'vitest'
import { expectData, expectError, TIMESTAMP } from '../support/envelope.ts'
import { Integrator, makeIntegrator, NOT_GIVEN, newHin } from '../support/integrator.ts'
import { startFileServer } from '../support/server.ts'

const server = await startFileServer()
const integrator = await makeIntegrator(server)
/** A HIN of a brand that `integrator` does not hold. */
const other = await makeIntegrator(server)
const second = await makeIntegrator(server)
/** Holds the brands of `integrator` and `second`. */
const both = await addUser([integrator.brand.slug, second.brand.slug], ['warranty:*'])

/** A further user of brands that are there. */
async function addUser(brands: string[], permissions: string[]): Promise<Integrator> {
  const credentials = { email: `${newHin()}@example.com`, password: `password-${newHin()}` }
  await server.apply({ api_users: [{ ...credentials, brands, permissions }] })
  const user = new Integrator(server, integrator.brand, credentials, '')
  await user.logIn()
  return user
}

const contact = { first_name: 'Bo', last_name: 'Lee', phone: '555-0199', zipcode: 'SW1A 1AA' }

/** Every endpoint on one warranty, with a body that it accepts. */
const endpoints: [name: string, method: string, suffix: string, permission: string, body?: object][] = [
  ['get', 'GET', '', 'warranty:read'],
  ['update', 'PATCH', '', 'warranty:update', { warranty_notes: 'n' }],
  ['transfer', 'POST', '/transfer', 'warranty:transfer', { contact }],
  ['history', 'GET', '/history', 'warranty:history'],
  ['retry-sync', 'POST', '/retry-sync', 'warranty:retry_sync'],
]

test('the full record, absent values null', async () => {
  const hin = newHin()
  expectData(await integrator.register({ hin }), 201)
  expect(expectData(await integrator.call('GET', `/warranty/${hin}`))).toEqual({
    hin,
    brand_id: integrator.brand.id,
    brand_name: `Brand ${integrator.brand.slug}`,
    model: 'Tidewater 24',
    model_year: '2025',
    ...NOT_GIVEN,
    warranty_start_date: '2025-03-01',
    purchase_date: '2025-03-01',
    registration_date: '2025-03-01',
    contact: {
      contact_id: expect.any(Number),
      first_name: 'Ada',
      last_name: 'Rivers',
      email: 'ada@example.com',
      phone: null,
      address: null,
      zipcode: '75067',
      city: null,
      state: null,
      country_code: 'US',
    },
    crm_sync: { status: 'not_configured', error: null, last_attempt: null, attempts: 0 },
    hin_details: expect.any(Object),
    created_at: expect.stringMatching(TIMESTAMP),
    updated_at: expect.stringMatching(TIMESTAMP),
  })
})

test('the HIN is decoded, and warned of where it contradicts the record', async () => {
  const own = await makeIntegrator(server)
  expectData(await own.register({ hin: 'ABC12345D425', model_year: '2019' }), 201)
  const { hin_details } = expectData(await own.call('GET', '/warranty/ABC12345D425'))
  expect(hin_details).toMatchObject({ manufacturer_code: 'ABC', serial_number: '12345', model_year: '2025' })
  expect(hin_details.warnings).toEqual([expect.stringMatching(/2025.*2019/)])
  const dates = { registration_date: '2024-03-31', purchase_date: '2024-03-31' }
  expectData(await own.register({ hin: 'ABC12346D425', ...dates }), 201)
  const { hin_details: early } = expectData(await own.call('GET', '/warranty/ABC12346D425'))
  expect(early.warnings).toEqual([expect.stringMatching(/2024-04.*registration on 2024-03-31/)])
})

describe.each(endpoints)('%s', (_name, method, suffix, permission, body) => {
  const call = (as: Integrator, hin: string, query = '', sent: object = { body }) =>
    as.call(method, `/warranty/${hin}${suffix}${query}`, sent)

  test.each([
    'A',
    'ABC12345D67',
    'ABC12345D6789',
    'ABC-12345D67',
    'ABC12345D67%0A',
    '%20BC12345D678',
    'ABC12345%E2%84%AA678',
    'ABC%EF%BC%91%EF%BC%922345D67',
    'AB%2FDEFGHIJKL',
    '..%2f..%2fadmin',
    'ABC12345D67%00',
  ])('%s is INVALID_HIN_FORMAT', async (hin) => {
    expectError(await call(integrator, hin), 422, 'INVALID_HIN_FORMAT')
  })

  test.each([
    ['a broken escape', '%zz'],
    ['an overlong escape', 'ABC12345D6%c0%af'],
    ['no UTF-8', '%ff'],
    ['101 characters', 'A'.repeat(101)],
    ['20,000 characters', 'A'.repeat(20_000)],
  ])('%s is 4xx in our shape', async (_what, hin) => {
    const answer = await call(integrator, hin)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    const error = { code: expect.any(String), message: expect.any(String) }
    expect(answer.body).toMatchObject({ success: false, status: answer.status, error })
  })

  test('a HIN of another brand is 404, the same as an absent one', async () => {
    const { hin } = expectData(await other.register(), 201)
    const answers = [await call(integrator, hin), await call(integrator, newHin())]
    for (const answer of answers) expectError(answer, 404, 'WARRANTY_NOT_FOUND')
    const texts = answers.map(({ body }) => body.error.message.replace(/[0-9A-Z]{12}/, 'HIN'))
    expect(texts[0]).toBe(texts[1])
    const untouched = expectData(await other.call('GET', `/warranty/${hin}/history`))
    expect(untouched.history).toHaveLength(1)
    expect(expectData(await other.call('GET', `/warranty/${hin}`)).warranty_notes).toBeNull()
  })

  test('without its permission it is 403 before any look-up', async () => {
    const rest = endpoints.map(([, , , name]) => name).filter((name) => name !== permission)
    const permissions = ['warranty:list', 'warranty:create', ...rest]
    const lacking = await addUser([integrator.brand.slug], permissions)
    const { hin } = expectData(await lacking.register(), 201)
    for (const one of [hin, newHin(), 'short']) {
      expectError(await call(lacking, one), 403, 'ENDPOINT_NOT_PERMITTED')
      expectError(await call(lacking, one, '?brand_id=0'), 403, 'ENDPOINT_NOT_PERMITTED')
    }
    await server.apply({ api_users: [{ email: lacking.credentials.email, permissions: [permission] }] })
    await expect.poll(async () => (await call(lacking, hin)).status, { timeout: 5_000 }).toBe(200)
  })

  test('401 comes first', async () => {
    const path = `/api/v1/warranty/short${suffix}`
    expectError(await server.send(method, path, { body }), 401, 'AUTHENTICATION_REQUIRED')
  })

  test('brand_id selects between brands that share the HIN; without it several are 409', async () => {
    const hin = newHin()
    for (const own of [integrator, second, other]) expectData(await own.register({ hin }), 201)
    expectData(await call(integrator, hin))

    const ambiguous = await call(both, hin.toLowerCase())
    expectError(ambiguous, 409, 'AMBIGUOUS_HIN')
    const ids = ambiguous.body.error.message.match(/\b\d+\b/g)?.map(Number)
    expect(ids).toEqual(expect.arrayContaining([integrator.brand.id, second.brand.id]))
    expect(ids).not.toContain(other.brand.id)

    for (const { brand } of [integrator, second]) {
      const data = expectData(await call(both, hin, `?brand_id=${brand.id}`))
      expect(data.brand_id ?? brand.id).toBe(brand.id)
    }
    const only = newHin()
    expectData(await second.register({ hin: only }), 201)
    expectData(await call(both, only))
    expectError(await call(both, only, `?brand_id=${integrator.brand.id}`), 404, 'WARRANTY_NOT_FOUND')
    for (const id of [other.brand.id, 987_654_321, 2 ** 31, 2 ** 53 - 1]) {
      expectError(await call(both, hin, `?brand_id=${id}`), 403, 'BRAND_NOT_PERMITTED')
    }
  })

  test.each(['brand_id=x', 'brand_id=', 'brand_id=1.0', 'brand_id=99999999999999999999'])(
    '422: %s',
    async (query) => {
      const answer = await call(integrator, newHin(), `?${query}`)
      expectError(answer, 422, 'VALIDATION_ERROR', 'brand_id')
    },
  )

  test('the order of checks: 400, HIN, input, brand, 404', async () => {
    const broken = { raw: '{', headers: { 'content-type': 'application/json' } }
    if (body) expectError(await call(integrator, 'short', '', broken), 400, 'INVALID_JSON')
    expectError(await call(integrator, 'short', '?brand_id=x', { body }), 422, 'INVALID_HIN_FORMAT')
    expectError(await call(integrator, newHin(), '?brand_id=x'), 422, 'VALIDATION_ERROR')
    expectError(await call(integrator, newHin(), '?brand_id=987654321'), 403, 'BRAND_NOT_PERMITTED')
    if (!body) return
    const wrong = { body: { contact: { email: 'x' } } }
    expectError(await call(integrator, 'short', '', wrong), 422, 'INVALID_HIN_FORMAT')
    expectError(await call(integrator, newHin(), '?brand_id=987654321', wrong), 422, 'VALIDATION_ERROR')
  })

  test('a repeated parameter is 400', async () => {
    const answer = await call(integrator, newHin(), '?brand_id=1&brand_id=1')
    expectError(answer, 400, 'BAD_REQUEST')
  })
})
