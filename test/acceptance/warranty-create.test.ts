import { describe, expect, test } from 'vitest'
import { expectData, expectError } from '../support/envelope.ts'
import { makeIntegrator, NOT_GIVEN, newHin, warrantyBody } from '../support/integrator.ts'
import { startFileServer, startServer } from '../support/server.ts'
import { recordOf, register } from '../support/warranty-crm.ts'

const server = await startFileServer()
/** For tests whose warranties nobody else looks for. */
const integrator = await makeIntegrator(server)

const contact = { first_name: 'Ada', last_name: 'Rivers', email: 'ada@example.com', zipcode: '75067' }

const record = (hin: string) => recordOf(integrator, hin)
/** Creates with these fields and returns the full record. */
const created = async (fields: object) => recordOf(integrator, await register(integrator, fields))

async function total(): Promise<number> {
  return (await integrator.call('GET', '/warranty')).body.meta.pagination.total
}

function sendRaw(raw: string | Uint8Array, headers = { 'content-type': 'application/json' }) {
  return integrator.call('POST', '/warranty', { raw, headers })
}

describe('a created warranty', () => {
  test('is answered with 201 and exactly the fields of the contract', async () => {
    const hin = newHin()
    expect(expectData(await integrator.register({ hin }), 201)).toStrictEqual({
      hin,
      brand_id: integrator.brand.id,
      model: 'Tidewater 24',
      model_year: '2025',
      registration_date: '2025-03-01',
      warranty_status: 'active',
      contact: { ...contact, phone: null },
    })
  })

  test('has its defaults', async () => {
    expect(await created({})).toMatchObject({
      brand_name: `Brand ${integrator.brand.slug}`,
      ...NOT_GIVEN,
      registration_date: '2025-03-01',
      purchase_date: '2025-03-01',
      warranty_start_date: '2025-03-01',
      contact: { ...contact, phone: null, address: null, city: null, state: null, country_code: 'US' },
    })
  })

  test('keeps every field that is given', async () => {
    const fields = {
      model_code: 'TW24',
      is_used: true,
      purchase_date: '2025-02-20',
      warranty_start_date: '2025-03-15',
      warranty_duration_months: 24,
      coverage_type: 'limited',
      warranty_status: 'voided',
      warranty_notes: 'line one\nline two — Größe 😀',
      order_number: 'SO-1',
      external_order_number: 'X-1',
      warranty_external_id: 'W-1',
      contact: {
        first_name: 'Zoë',
        last_name: "O'Brien; DROP TABLE warranties",
        email: 'Zoe.OBrien@Example.com',
        phone: '+1 415 555 0132',
        address: '1 Pier St',
        zipcode: '94105',
        city: 'São Paulo',
        state: '100%_',
        country_code: 'CA',
      },
    }
    expect(await created(fields)).toMatchObject({ ...fields, warranty_end_date: '2027-03-15' })
  })

  test('takes null for an optional field as absent, and an empty text as none', async () => {
    const optional = [
      ...['model_code', 'purchase_date', 'warranty_start_date', 'coverage_type', 'warranty_status'],
      ...['warranty_notes', 'order_number', 'external_order_number', 'warranty_external_id'],
      ...['is_used', 'warranty_duration_months'],
    ]
    const ofContact = ['phone', 'address', 'city', 'state', 'country_code']
    const absent = {
      ...(await created({})),
      hin: '',
      contact: {},
      created_at: '',
      updated_at: '',
      hin_details: {},
    }
    for (const empty of [null, '']) {
      const fill = (names: string[]) => Object.fromEntries(names.map((name) => [name, empty]))
      const texts = optional.filter((name) => empty === null || !/is_used|months|type|status|date/.test(name))
      const given = await created({ ...fill(texts), contact: { ...contact, ...fill(ofContact) } })
      expect(given.contact).toMatchObject({ ...contact, phone: null, city: null, country_code: 'US' })
      expect({ ...given, hin: '', contact: {}, created_at: '', updated_at: '', hin_details: {} }).toEqual(
        absent,
      )
    }
  })

  test('has its strings trimmed', async () => {
    const spaced = { ...contact, first_name: ' Ada\t', email: ' Ada@Example.com\n' }
    expect(await created({ model: '  Skiff  18 ', contact: spaced })).toMatchObject({
      model: 'Skiff  18',
      contact: { first_name: 'Ada', email: 'Ada@Example.com' },
    })
  })

  test.each(['full', 'limited', 'structural', 'hull-only', 'other'])('may have coverage %s', async (type) => {
    expect((await created({ coverage_type: type })).coverage_type).toBe(type)
  })

  test.each(['active', 'expired', 'voided'])('may begin as %s', async (status) => {
    const answer = await integrator.register({ warranty_status: status })
    expect(expectData(answer, 201).warranty_status).toBe(status)
  })

  test('may have an owner with a phone alone', async () => {
    const phoneOnly = { first_name: 'Bo', last_name: 'Lee', phone: '555-0132', zipcode: 'SW1A 1AA' }
    const data = expectData(await integrator.register({ contact: phoneOnly }), 201)
    expect(data.contact).toStrictEqual({ ...phoneOnly, email: null })
  })

  test('is stored as expired when its end date has passed, even if it is sent as active', async () => {
    const past = { registration_date: '2001-01-01', warranty_duration_months: 1, warranty_status: 'active' }
    expect(await created(past)).toMatchObject({ warranty_status: 'expired', warranty_end_date: '2001-02-01' })
  })

  test('treats empty texts for optional dates and enumerations as absent', async () => {
    const empty = { purchase_date: '', warranty_start_date: ' ', coverage_type: '', warranty_status: '' }
    expect(await created(empty)).toMatchObject({
      purchase_date: '2025-03-01',
      warranty_start_date: '2025-03-01',
      coverage_type: null,
      warranty_status: 'active',
    })
  })

  test('carries the request id that the caller gave, or one of its own', async () => {
    const answer = await integrator.register({}, { 'x-request-id': 'dms-42' })
    expect(answer.headers['x-request-id']).toBe('dms-42')
    expect((await integrator.register()).headers['x-request-id']).toMatch(/\S{8}/)
  })
})

describe('a HIN', () => {
  test('is stored in upper case, and the same one in another case is a duplicate', async () => {
    const hin = newHin()
    expect(expectData(await integrator.register({ hin: hin.toLowerCase() }), 201).hin).toBe(hin)
    expectError(await integrator.register({ hin }), 409, 'DUPLICATE_HIN')
    expectError(await integrator.register({ hin: hin.toLowerCase() }), 409, 'DUPLICATE_HIN')
    expect((await record(hin.toLowerCase())).hin).toBe(hin)
  })

  test('may exist under another brand', async () => {
    const other = await makeIntegrator(server)
    const hin = newHin()
    expectData(await integrator.register({ hin }), 201)
    expectData(await other.register({ hin }), 201)
  })

  test('needs no inner form', async () => {
    const hin = newHin().slice(0, 10).padEnd(12, 'Q')
    expectData(await integrator.register({ hin }), 201)
  })

  test.each([
    ['11 characters', 'ABC12345D67'],
    ['13 characters', 'ABC12345D6789'],
    ['101 characters', 'A'.repeat(101)],
    ['nothing', ''],
    ['blanks', '            '],
    ['a leading blank', ' ABC12345D678'],
    ['a trailing newline', 'ABC12345D678\n'],
    ['a newline as the twelfth', 'ABC12345D67\n'],
    ['a Kelvin sign', 'ABC12345\u212a678'],
    ['full-width digits', 'ABC１２３４５D678'],
    ['a hyphen', 'ABC-12345D67'],
    ['NUL', 'ABC12345D67\u0000'],
    ['a number', 123456789012],
    ['true', true],
    ['a list', ['ABC12345D678']],
    ['an object', { hin: 'ABC12345D678' }],
  ])('%s is INVALID_HIN_FORMAT', async (_name, hin) => {
    const answer = await integrator.register({ hin })
    expectError(answer, 422, 'INVALID_HIN_FORMAT')
    expect(answer.body.error.details).toContainEqual({ field: 'hin', message: expect.any(String) })
  })

  test.each([undefined, null])('%s is a missing field', async (hin) => {
    expectError(await integrator.register({ hin }), 422, 'VALIDATION_ERROR', 'hin')
  })
})

describe('the order of checks', () => {
  const call = (headers: Record<string, string>, raw: string) =>
    server.send('POST', '/api/v1/warranty', {
      headers: { 'content-type': 'application/json', ...headers },
      raw,
    })

  test('checks 401, then 403, before the body', async () => {
    const reader = await makeIntegrator(server, { permissions: ['warranty:read'] })
    const bearer = { authorization: `Bearer ${reader.accessToken}` }
    for (const raw of ['{', 'x'.repeat(2 << 20), JSON.stringify({ hin: 'short' })]) {
      expectError(await call({}, raw), 401, 'AUTHENTICATION_REQUIRED')
      expectError(await call({ authorization: 'Bearer nonsense' }, raw), 401, 'INVALID_TOKEN')
      expectError(await call(bearer, raw), 403, 'ENDPOINT_NOT_PERMITTED')
      expectError(await call({ ...bearer, 'content-type': 'text/plain' }, raw), 403, 'ENDPOINT_NOT_PERMITTED')
    }
  })

  test('then 400, the HIN, the other fields, the brand, the duplicate', async () => {
    const other = await makeIntegrator(server)
    const hin = newHin()
    expectData(await integrator.register({ hin }), 201)
    const foreign = other.brand.id
    expectError(await sendRaw('{"hin":"short"'), 400, 'INVALID_JSON')
    expectError(
      await integrator.register({ hin: 'short', model: '', brand_id: foreign }),
      422,
      'INVALID_HIN_FORMAT',
    )
    expectError(
      await integrator.register({ hin, model: '', brand_id: foreign }),
      422,
      'VALIDATION_ERROR',
      'model',
    )
    expectError(await integrator.register({ hin, brand_id: foreign }), 403, 'BRAND_NOT_PERMITTED')
    expectError(await integrator.register({ hin }), 409, 'DUPLICATE_HIN')
  })

  test('a forbidden brand is 403 whether the HIN exists there or not, and as an unknown brand', async () => {
    const other = await makeIntegrator(server)
    const hin = newHin()
    expectData(await other.register({ hin }), 201)
    const answers = [
      await integrator.register({ brand_id: other.brand.id, hin }),
      await integrator.register({ brand_id: other.brand.id }),
      await integrator.register({ brand_id: 987_654_321 }),
    ]
    for (const answer of answers) expectError(answer, 403, 'BRAND_NOT_PERMITTED')
    const texts = answers.map(({ body }) => body.error.message.replace(/\d+/g, 'N'))
    expect(new Set(texts).size).toBe(1)
  })
})

describe('Idempotency-Key', () => {
  const keyed = (key: string, body: object) =>
    integrator.call('POST', '/warranty', { headers: { 'idempotency-key': key }, body })

  test('gives the first answer again to the same body, and refuses another', async () => {
    const body = warrantyBody(integrator.brand.id)
    const first = await keyed('key-1', body)
    expectData(first, 201)
    expect(first.headers['idempotency-replayed']).toBeUndefined()
    const again = await keyed('key-1', body)
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect([again.status, again.text]).toEqual([201, first.text])
    expectError(await keyed('key-1', warrantyBody(integrator.brand.id)), 409, 'IDEMPOTENCY_CONFLICT')
  })

  test('belongs to its caller', async () => {
    const other = await makeIntegrator(server)
    expectData(await keyed('key-shared', warrantyBody(integrator.brand.id)), 201)
    expectData(await other.register({}, { 'idempotency-key': 'key-shared' }), 201)
  })

  test('is not used up by a 4xx', async () => {
    expectError(
      await keyed('key-2', warrantyBody(integrator.brand.id, { hin: 'x' })),
      422,
      'INVALID_HIN_FORMAT',
    )
    const taken = newHin()
    expectData(await integrator.register({ hin: taken }), 201)
    expectError(await keyed('key-2', warrantyBody(integrator.brand.id, { hin: taken })), 409, 'DUPLICATE_HIN')
    expectData(await keyed('key-2', warrantyBody(integrator.brand.id)), 201)
  })

  test('sent many times concurrently creates one warranty', async () => {
    const body = warrantyBody(integrator.brand.id)
    const before = await total()
    const answers = await Promise.all(Array.from({ length: 10 }, () => keyed('key-3', body)))
    const made = answers.filter(({ status }) => status === 201)
    expect(made.length).toBeGreaterThan(0)
    for (const answer of answers) if (answer.status !== 201) expectError(answer, 409, 'IDEMPOTENCY_CONFLICT')
    expect(new Set(made.map(({ text }) => text)).size).toBe(1)
    expect(await total()).toBe(before + 1)
  })

  test.each(['', 'x'.repeat(256)])('must have 1 to 255 characters', async (key) => {
    const answer = await keyed(key, warrantyBody(integrator.brand.id))
    expect(answer.status).toBe(422)
  })

  test('that is malformed is reported with the issues of the body, before 403', async () => {
    const key = 'x'.repeat(256)
    const named = async (body: object) => {
      const answer = await keyed(key, body)
      expectError(answer, 422, 'VALIDATION_ERROR')
      return answer.body.error.details.map(({ field }: { field: string }) => field)
    }
    expect(await named(warrantyBody(987_654))).toEqual(['Idempotency-Key'])
    expect(await named(warrantyBody(987_654, { model: 7 }))).toEqual(['model', 'Idempotency-Key'])
  })
})

test('fifty concurrent creates of one HIN, on two servers, give one 201 and forty-nine 409', async () => {
  await using second = await startServer({ beside: server })
  const own = await makeIntegrator(server)
  const body = warrantyBody(own.brand.id)
  const headers = { authorization: `Bearer ${own.accessToken}` }
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      (index % 2 ? second : server).send('POST', '/api/v1/warranty', { headers, body }),
    ),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  for (const answer of answers) if (answer.status !== 201) expectError(answer, 409, 'DUPLICATE_HIN')
  expect((await own.call('GET', '/warranty')).body.data).toHaveLength(1)
})

test('one of two concurrent creates of one HIN is stored completely, and answered', async () => {
  const creates = Array.from({ length: 10 }, () => newHin()).map((hin) =>
    ['First', 'Second'].map((name) => ({ hin, model: name, contact: { ...contact, last_name: name } })),
  )
  const answers = await Promise.all(
    creates.map((two) => Promise.all(two.map((fields) => integrator.register(fields)))),
  )
  for (const [index, two] of answers.entries()) {
    expect(two.map(({ status }) => status).sort()).toEqual([201, 409])
    const made = expectData(two.find(({ status }) => status === 201)!, 201)
    const { hin, model } = creates[index]![two.findIndex(({ status }) => status === 201)]!
    const owned = { model, contact: { last_name: model } }
    expect(made).toMatchObject({ hin, ...owned })
    expect(await record(hin)).toMatchObject(owned)
  }
})

test('concurrent creates of many HINs are all stored, and each duplicate is refused by itself', async () => {
  const own = await makeIntegrator(server)
  const hins = Array.from({ length: 40 }, newHin)
  const answers = await Promise.all([...hins, ...hins].map((hin) => own.register({ hin })))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(40)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(40)
  expect((await own.call('GET', '/warranty?limit=1')).body.meta.pagination.total).toBe(40)
})

test('in the time zone that is furthest ahead, dates are the same', async () => {
  await using ahead = await startServer({ ownProcess: true, env: { TZ: 'Pacific/Kiritimati' } })
  const own = await makeIntegrator(ahead)
  const dates = { registration_date: '2024-01-31', warranty_duration_months: 1 }
  const { hin } = expectData(await own.register(dates), 201)
  const record = expectData(await own.call('GET', `/warranty/${hin}`))
  expect(record).toMatchObject({
    ...dates,
    warranty_start_date: '2024-01-31',
    warranty_end_date: '2024-02-29',
  })
  const transferred = await own.call('POST', `/warranty/${hin}/transfer`, { body: { contact } })
  expect(expectData(transferred).registration_date).toBe(transferred.body.meta.timestamp.slice(0, 10))
})
