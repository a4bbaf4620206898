import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectData, expectError } from '../support/envelope.ts'
import { type Integrator, makeIntegrator, newHin, warrantyBody } from '../support/integrator.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
/** For tests whose warranties nobody else looks for. */
let integrator: Integrator

beforeAll(async () => {
  server = await startServer()
  integrator = await makeIntegrator(server)
})
afterAll(() => server[Symbol.asyncDispose]())

const contact = { first_name: 'Ada', last_name: 'Rivers', email: 'ada@example.com', zipcode: '75067' }

async function record(hin: string) {
  return expectData(await integrator.call('GET', `/warranty/${hin}`))
}

/** Creates with these fields and returns the full record. */
async function created(fields: object) {
  return record(expectData(await integrator.register(fields), 201).hin)
}

async function total(): Promise<number> {
  return (await integrator.call('GET', '/warranty')).body.meta.pagination.total
}

function sendRaw(raw: string | Uint8Array, headers = { 'content-type': 'application/json' }) {
  return integrator.call('POST', '/warranty', { raw, headers })
}

/** The text of a valid body into which `member` is put first. */
function bodyWith(member: string): string {
  return JSON.stringify(warrantyBody(integrator.brand.id)).replace('{', `{${member},`)
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
      model_code: null,
      is_used: false,
      registration_date: '2025-03-01',
      purchase_date: '2025-03-01',
      warranty_start_date: '2025-03-01',
      warranty_duration_months: null,
      warranty_end_date: null,
      coverage_type: null,
      warranty_status: 'active',
      warranty_notes: null,
      order_number: null,
      external_order_number: null,
      warranty_external_id: null,
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
      const texts = optional.filter((name) => empty === null || !/is_used|months|type|status/.test(name))
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

  test('may be active though its end date has passed', async () => {
    const past = { registration_date: '2001-01-01', warranty_duration_months: 1, warranty_status: 'active' }
    expect(await created(past)).toMatchObject({ warranty_status: 'active', warranty_end_date: '2001-02-01' })
  })

  test('carries the request id that the caller gave, or one of its own', async () => {
    const answer = await integrator.register({}, { 'x-request-id': 'dms-42' })
    expect(answer.headers['x-request-id']).toBe('dms-42')
    expect((await integrator.register()).headers['x-request-id']).toMatch(/\S{8}/)
  })
})

describe('a HIN', () => {
  test('30: is stored in upper case, and the same one in another case is a duplicate', async () => {
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
  ])('29, 25: %s is INVALID_HIN_FORMAT', async (_name, hin) => {
    const answer = await integrator.register({ hin })
    expectError(answer, 422, 'INVALID_HIN_FORMAT')
    expect(answer.body.error.details).toContainEqual({ field: 'hin', message: expect.any(String) })
  })

  test.each([undefined, null])('%s is a missing field', async (hin) => {
    expectError(await integrator.register({ hin }), 422, 'VALIDATION_ERROR', 'hin')
  })
})

describe('VALIDATION_ERROR', () => {
  const wrong: [what: string, fields: object, ...faults: string[]][] = [
    ...['model', 'model_year', 'registration_date'].flatMap((name): [string, object, string][] => [
      [`${name} missing`, { [name]: undefined }, name],
      [`${name} null`, { [name]: null }, name],
      [`${name} blank`, { [name]: ' \t ' }, name],
      [`25: ${name} a number`, { [name]: 2025 }, name],
    ]),
    ['brand_id missing', { brand_id: undefined }, 'brand_id'],
    ['25: brand_id "7"', { brand_id: '7' }, 'brand_id'],
    ['25: brand_id null', { brand_id: null }, 'brand_id'],
    ['25: brand_id true', { brand_id: true }, 'brand_id'],
    ['25: brand_id 1.5', { brand_id: 1.5 }, 'brand_id'],
    ['is_used "true"', { is_used: 'true' }, 'is_used'],
    ['is_used 1', { is_used: 1 }, 'is_used'],
    ['coverage Full', { coverage_type: 'Full' }, 'coverage_type'],
    ['coverage gold', { coverage_type: 'gold' }, 'coverage_type'],
    ['status pending', { warranty_status: 'pending' }, 'warranty_status'],
    ['notes a list', { warranty_notes: ['x'] }, 'warranty_notes'],
    ['order_number 5', { order_number: 5 }, 'order_number'],
    ['19: NUL in the model', { model: 'a\u0000b' }, 'model'],
    ['19: NUL in the notes', { warranty_notes: '\u0000' }, 'warranty_notes'],
    ['20: a lone surrogate', { model: 'a\ud800b' }, 'model'],
    ...[
      '2025-02-30',
      '2023-02-29',
      'infinity',
      'today',
      '2025-1-5',
      '20250105',
      '0000-01-01',
      '1899-12-31',
    ].map((date): [string, object, string] => [
      `31, 32, 33: ${date}`,
      { registration_date: date },
      'registration_date',
    ]),
    ...['3000-01-01', '9999-12-31', '2025-03-01T00:00:00Z', '2025-13-01', '2025-00-10', '２０２５-03-01'].map(
      (date): [string, object, string] => [
        `31: ${date} as the start`,
        { warranty_start_date: date },
        'warranty_start_date',
      ],
    ),
    ['31: a purchase on 2025-02-30', { purchase_date: '2025-02-30' }, 'purchase_date'],
    ...[-1, 0, 1201, 2 ** 31 - 1, 2 ** 31, 1.5, '24', true].map((months): [string, object, string] => [
      `35: ${JSON.stringify(months)} months`,
      { warranty_duration_months: months },
      'warranty_duration_months',
    ]),
    [
      '33: an end past 2999',
      { registration_date: '2999-01-01', warranty_duration_months: 600 },
      'warranty_duration_months',
    ],
  ]

  test.each(wrong)('%s', async (_what, fields, ...faults) => {
    expectError(await integrator.register(fields), 422, 'VALIDATION_ERROR', ...faults)
  })

  const wrongContacts: [what: string, fields: object, ...faults: string[]][] = [
    ...['first_name', 'last_name', 'zipcode'].flatMap((name): [string, object, string][] => [
      [`${name} missing`, { [name]: undefined }, `contact.${name}`],
      [`${name} null`, { [name]: null }, `contact.${name}`],
      [`${name} blank`, { [name]: ' ' }, `contact.${name}`],
      [`25: ${name} a number`, { [name]: 5 }, `contact.${name}`],
    ]),
    ['neither e-mail nor phone', { email: undefined }, 'contact.email'],
    ['both null', { email: null, phone: null }, 'contact.email'],
    ['both blank', { email: ' ', phone: '' }, 'contact.email'],
    ...[
      'ada',
      'ada@',
      '@example.com',
      'ada@example',
      'a b@example.com',
      'a@b@example.com',
      'ada@example.com\r\nBcc: x@example.com',
    ].map((email): [string, object, string] => [
      `e-mail ${JSON.stringify(email)}`,
      { email },
      'contact.email',
    ]),
    ['an e-mail of 100 kB', { email: `${'a'.repeat(100_000)}@example.com` }, 'contact.email'],
    ['an e-mail of 255 characters', { email: `ada@${'d.'.repeat(124)}com` }, 'contact.email'],
    ['25: phone a number', { phone: 4155550132 }, 'contact.phone'],
    ...['UK', 'ZZ', 'USA', 'u', 'U\u017f', 'EU', 'XK'].map((country_code): [string, object, string] => [
      `36: country ${country_code}`,
      { country_code },
      'contact.country_code',
    ]),
    ['19: NUL in the last name', { last_name: '\u0000' }, 'contact.last_name'],
  ]

  test.each(wrongContacts)('contact: %s', async (_what, fields, ...faults) => {
    const answer = await integrator.register({ contact: { ...contact, ...fields } })
    expectError(answer, 422, 'VALIDATION_ERROR', ...faults)
  })

  test.each([[undefined], [null], ['Ada'], [[]], [7]])('contact: %j', async (contact) => {
    expectError(await integrator.register({ contact }), 422, 'VALIDATION_ERROR', 'contact')
  })

  test('reports all faults at once, each with its dotted path', async () => {
    const fields = { model: '', warranty_duration_months: 0, is_used: 'no', contact: { email: 'x' } }
    const faults = ['model', 'warranty_duration_months', 'is_used', 'contact.email']
    const missing = ['contact.first_name', 'contact.last_name', 'contact.zipcode']
    expectError(await integrator.register(fields), 422, 'VALIDATION_ERROR', ...faults, ...missing)
  })

  test('and none of them has written anything', async () => {
    const own = await makeIntegrator(server)
    for (const [, fields] of wrong) expect((await own.register(fields)).status).toBeGreaterThan(399)
    const { body } = await own.call('GET', '/warranty')
    expect(body.meta.pagination.total).toBe(0)
    expectData(await own.register(), 201)
  })
})

describe('what is accepted at the edges', () => {
  test.each([1, 1200])('35: %i months', async (months) => {
    expect((await created({ warranty_duration_months: months })).warranty_duration_months).toBe(months)
  })

  test.each([
    ['2024-02-29', 12, '2025-02-28'],
    ['2024-01-31', 1, '2024-02-29'],
    ['2025-01-31', 1, '2025-02-28'],
    ['1900-01-01', 1200, '2000-01-01'],
    ['2999-12-31', null, null],
    ['2899-12-31', 1200, '2999-12-31'],
  ])('32: %s and %s months end on %s', async (date, months, end) => {
    const given = { registration_date: date, warranty_duration_months: months }
    expect(await created(given)).toMatchObject({ ...given, warranty_end_date: end })
  })

  test('the end counts from the start date', async () => {
    const given = { warranty_start_date: '2025-08-31', warranty_duration_months: 6 }
    expect((await created(given)).warranty_end_date).toBe('2026-02-28')
  })

  test.each([
    ['us', 'US'],
    ['De', 'DE'],
  ])('36: country %s as %s', async (given, stored) => {
    const record = await created({ contact: { ...contact, country_code: given } })
    expect(record.contact.country_code).toBe(stored)
  })

  test('an e-mail of 254 characters, and one past ASCII', async () => {
    const long = `${'a'.repeat(64)}@${`${'d'.repeat(60)}.`.repeat(3)}com`.padEnd(254, 'm')
    expect((await created({ contact: { ...contact, email: long } })).contact.email).toBe(long)
    expect((await created({ contact: { ...contact, email: 'größe@münchen.de' } })).contact.email).toBe(
      'größe@münchen.de',
    )
  })

  test('27: fields that are not ours to give are not stored', async () => {
    const given = {
      id: 7,
      created_by: 1,
      created_at: '2001-01-01T00:00:00.000000Z',
      crm_sync: { status: 'synced', attempts: 9 },
      warranty_end_date: '2999-01-01',
      contact: { ...contact, contact_id: 123456789, id: 5 },
    }
    const record = await created(given)
    expect(record.crm_sync).toEqual({
      status: 'not_configured',
      error: null,
      last_attempt: null,
      attempts: 0,
    })
    expect(record.created_at).not.toMatch(/^2001/)
    expect(record.warranty_end_date).toBeNull()
    expect(record.contact.contact_id).not.toBe(123456789)
    expect(record).not.toHaveProperty('id')
    expect(record).not.toHaveProperty('created_by')
  })
})

describe('the JSON itself', () => {
  const hugeNumber = (field: string, text: string): [string, string] => [`"${field}":${text}`, field]

  test.each([
    ...['1e400', '-1e400', '9007199254740993', '9223372036854775808'].map((text) =>
      hugeNumber('brand_id', text),
    ),
    ...['1e400', '9007199254740993'].map((text) => hugeNumber('warranty_duration_months', text)),
    ...['1e400', '9007199254740993'].map((text) => hugeNumber('unknown_field', text)),
  ])('24: %s is 422', async (member, field) => {
    const body = JSON.parse(bodyWith('"x":1'))
    delete body[field]
    delete body.x
    const answer = await sendRaw(JSON.stringify(body).replace('{', `{${member},`))
    expectError(answer, 422, 'VALIDATION_ERROR', field)
  })

  test.each([2 ** 31, 2 ** 32, 2 ** 53 - 1, -1, 0])('26: brand %i is a brand not held', async (brand_id) => {
    expectError(await integrator.register({ brand_id }), 403, 'BRAND_NOT_PERMITTED')
  })

  test('21: 20,000 levels are 400, and so are 33; 32 pass', async () => {
    const nested = (levels: number) => bodyWith(`"deep":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}`)
    expectError(await sendRaw(nested(20_000)), 400, 'BAD_REQUEST')
    expectError(await sendRaw(nested(33)), 400, 'BAD_REQUEST')
    expectData(await sendRaw(nested(32)), 201)
  })

  test('22: of duplicate keys the last one stands', async () => {
    const data = expectData(await sendRaw(bodyWith('"model":"first"')), 201)
    expect(data.model).toBe('Tidewater 24')
  })

  test.each(['"__proto__":{"model":"x"}', '"constructor":{"prototype":{"x":1}}', '"a":{"__proto__":1}'])(
    '23: %s is 400',
    async (member) => expectError(await sendRaw(bodyWith(member)), 400, 'BAD_REQUEST'),
  )

  test('23: a text named constructor does no harm', async () => {
    expectData(await sendRaw(bodyWith('"constructor":"x"')), 201)
  })

  test.each(['', ' ', '{', '{"a":1', "{'a':1}", '{"a":1,}', 'NaN', 'undefined', '{"a":\u0000}', '<xml/>'])(
    'INVALID_JSON: %j',
    async (raw) => expectError(await sendRaw(raw), 400, 'INVALID_JSON'),
  )

  test.each(['null', '[]', '7', '"text"', 'true'])('%s is JSON and no warranty: 422', async (raw) => {
    expectError(await sendRaw(raw), 422, 'VALIDATION_ERROR')
  })

  test('INVALID_JSON: bytes that are not UTF-8; a byte order mark is no fault', async () => {
    const body = bodyWith('"x":1')
    const latin1 = Buffer.from(body.replace('Rivers', 'Müller'), 'latin1')
    expectError(await sendRaw(latin1), 400, 'INVALID_JSON')
    expectData(await sendRaw(`\ufeff${body}`), 201)
  })

  test('BODY_TOO_LARGE: more than 1 MiB', async () => {
    const pad = (bytes: number) => {
      const empty = bodyWith('"pad":""')
      return empty.replace('"pad":""', `"pad":"${'x'.repeat(bytes - Buffer.byteLength(empty))}"`)
    }
    expectData(await sendRaw(pad(1 << 20)), 201)
    expectError(await sendRaw(pad((1 << 20) + 1)), 413, 'BODY_TOO_LARGE')
    expectError(await sendRaw(pad(2 << 20)), 413, 'BODY_TOO_LARGE')
  })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'application/xml',
    '',
  ])('UNSUPPORTED_MEDIA_TYPE: %j', async (type) => {
    const answer = await sendRaw(bodyWith('"x":1'), { 'content-type': type })
    expectError(answer, 415, 'UNSUPPORTED_MEDIA_TYPE')
  })
})

describe('the order of checks', () => {
  const call = (headers: Record<string, string>, raw: string) =>
    server.send('POST', '/api/v1/warranty', {
      headers: { 'content-type': 'application/json', ...headers },
      raw,
    })

  test('401, then 403, come before the body is looked at', async () => {
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

  test('63: a forbidden brand is 403 whether the HIN exists there or not, and as an unknown brand', async () => {
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

  test('76: gives the first answer again to the same body, and refuses another', async () => {
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

  test('given many times at once makes one warranty', async () => {
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
})

test('83: fifty creates of one HIN at once, on two servers, give one 201 and forty-nine 409', async () => {
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

test('many creates at once of many HINs all stand, each duplicate refused alone', async () => {
  const own = await makeIntegrator(server)
  const hins = Array.from({ length: 40 }, newHin)
  const answers = await Promise.all([...hins, ...hins].map((hin) => own.register({ hin })))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(40)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(40)
  expect((await own.call('GET', '/warranty?limit=1')).body.meta.pagination.total).toBe(40)
})

test('34: in the time zone that is furthest ahead, dates are the same', async () => {
  await using ahead = await startServer({ env: { TZ: 'Pacific/Kiritimati' } })
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
