import { describe, expect, test } from 'vitest'
import { expectData, expectError } from '../support/envelope.ts'
import { makeIntegrator } from '../support/integrator.ts'
import { startFileServer } from '../support/server.ts'
import { recordOf, register } from '../support/warranty-crm.ts'

const server = await startFileServer()
/** For tests whose warranties nobody else looks for. */
const integrator = await makeIntegrator(server)

const contact = { first_name: 'Ada', last_name: 'Rivers', email: 'ada@example.com', zipcode: '75067' }

/** Creates with these fields and returns the full record. */
const created = async (fields: object) => recordOf(integrator, await register(integrator, fields))

describe('VALIDATION_ERROR', () => {
  const wrong: [what: string, fields: object, ...issues: string[]][] = [
    ...['model', 'model_year', 'registration_date'].flatMap((name): [string, object, string][] => [
      [`${name} missing`, { [name]: undefined }, name],
      [`${name} null`, { [name]: null }, name],
      [`${name} blank`, { [name]: ' \t ' }, name],
      [`${name} a number`, { [name]: 2025 }, name],
    ]),
    ['brand_id missing', { brand_id: undefined }, 'brand_id'],
    ['brand_id "7"', { brand_id: '7' }, 'brand_id'],
    ['brand_id null', { brand_id: null }, 'brand_id'],
    ['brand_id true', { brand_id: true }, 'brand_id'],
    ['brand_id 1.5', { brand_id: 1.5 }, 'brand_id'],
    ['is_used "true"', { is_used: 'true' }, 'is_used'],
    ['is_used 1', { is_used: 1 }, 'is_used'],
    ['coverage Full', { coverage_type: 'Full' }, 'coverage_type'],
    ['coverage gold', { coverage_type: 'gold' }, 'coverage_type'],
    ['status pending', { warranty_status: 'pending' }, 'warranty_status'],
    ['notes a list', { warranty_notes: ['x'] }, 'warranty_notes'],
    ['order_number 5', { order_number: 5 }, 'order_number'],
    ['NUL in the model', { model: 'a\u0000b' }, 'model'],
    ['NUL in the notes', { warranty_notes: '\u0000' }, 'warranty_notes'],
    ['a lone surrogate', { model: 'a\ud800b' }, 'model'],
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
        `${date} as the start`,
        { warranty_start_date: date },
        'warranty_start_date',
      ],
    ),
    ['a purchase on 2025-02-30', { purchase_date: '2025-02-30' }, 'purchase_date'],
    ...[-1, 0, 1201, 2 ** 31 - 1, 2 ** 31, 1.5, '24', true].map((months): [string, object, string] => [
      `${JSON.stringify(months)} months`,
      { warranty_duration_months: months },
      'warranty_duration_months',
    ]),
    [
      'a registration before 1900 with a duration',
      { registration_date: '1850-01-01', warranty_duration_months: 12 },
      'registration_date',
    ],
    [
      'an end past 2999',
      { registration_date: '2999-01-01', warranty_duration_months: 600 },
      'warranty_duration_months',
    ],
  ]

  test.each(wrong)('%s', async (_what, fields, ...issues) => {
    expectError(await integrator.register(fields), 422, 'VALIDATION_ERROR', ...issues)
  })

  test('of null in required texts says what that of blanks says', async () => {
    const { body } = await integrator.register({
      hin: null,
      model: null,
      contact: { ...contact, zipcode: null },
    })
    expect(body.error.details.map(({ message }: { message: string }) => message)).toEqual([
      'HIN is required.',
      'Model is required.',
      'ZIP code is required.',
    ])
  })

  const wrongContacts: [what: string, fields: object, ...issues: string[]][] = [
    ...['first_name', 'last_name', 'zipcode'].flatMap((name): [string, object, string][] => [
      [`${name} missing`, { [name]: undefined }, `contact.${name}`],
      [`${name} null`, { [name]: null }, `contact.${name}`],
      [`${name} blank`, { [name]: ' ' }, `contact.${name}`],
      [`${name} a number`, { [name]: 5 }, `contact.${name}`],
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
    ['phone a number', { phone: 4155550132 }, 'contact.phone'],
    ...['UK', 'ZZ', 'USA', 'u', 'U\u017f', 'EU', 'XK'].map((country_code): [string, object, string] => [
      `country ${country_code}`,
      { country_code },
      'contact.country_code',
    ]),
    ['NUL in the last name', { last_name: '\u0000' }, 'contact.last_name'],
  ]

  test.each(wrongContacts)('contact: %s', async (_what, fields, ...issues) => {
    const answer = await integrator.register({ contact: { ...contact, ...fields } })
    expectError(answer, 422, 'VALIDATION_ERROR', ...issues)
  })

  test.each([[undefined], [null], ['Ada'], [[]], [7]])('contact: %j', async (contact) => {
    expectError(await integrator.register({ contact }), 422, 'VALIDATION_ERROR', 'contact')
  })

  test('reports all issues together, each with its dotted path', async () => {
    const fields = { model: '', warranty_duration_months: 0, is_used: 'no', contact: { email: 'x' } }
    const issues = ['model', 'warranty_duration_months', 'is_used', 'contact.email']
    const missing = ['contact.first_name', 'contact.last_name', 'contact.zipcode']
    expectError(await integrator.register(fields), 422, 'VALIDATION_ERROR', ...issues, ...missing)
  })

  test('and none of them has written anything', async () => {
    const own = await makeIntegrator(server)
    for (const [, fields] of wrong) expect((await own.register(fields)).status).toBeGreaterThan(399)
    const { body } = await own.call('GET', '/warranty')
    expect(body.meta.pagination.total).toBe(0)
    expectData(await own.register(), 201)
  })
})

describe('accepted edge cases', () => {
  test.each([1, 1200])('%i months', async (months) => {
    expect((await created({ warranty_duration_months: months })).warranty_duration_months).toBe(months)
  })

  test.each([
    ['2024-02-29', 12, '2025-02-28'],
    ['2024-01-31', 1, '2024-02-29'],
    ['2025-01-31', 1, '2025-02-28'],
    ['1900-01-01', 1200, '2000-01-01'],
    ['2999-12-31', null, null],
    ['2899-12-31', 1200, '2999-12-31'],
  ])('%s and %s months end on %s', async (date, months, end) => {
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
  ])('country %s as %s', async (given, stored) => {
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

  test('fields that a caller may not set are not stored', async () => {
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
