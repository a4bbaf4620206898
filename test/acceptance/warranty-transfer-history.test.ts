import { describe, expect, test } from 'vitest'
import { expectData, expectError } from '../support/envelope.ts'
import { makeIntegrator } from '../support/integrator.ts'
import { startFileServer, startServer } from '../support/server.ts'

const server = await startFileServer()
const integrator = await makeIntegrator(server)

const ada = { first_name: 'Ada', last_name: 'Rivers', email: 'ada@example.com', zipcode: '75067' }
const bo = { first_name: 'Bo', last_name: 'Lee', phone: '555-0199', zipcode: 'SW1A 1AA' }

async function register(fields: object = {}): Promise<string> {
  return expectData(await integrator.register({ contact: ada, ...fields }), 201).hin
}

const transfer = (hin: string, body: unknown, headers = {}) =>
  integrator.call('POST', `/warranty/${hin}/transfer`, { body, headers })

async function get(hin: string) {
  return expectData(await integrator.call('GET', `/warranty/${hin}`))
}

async function history(hin: string) {
  return expectData(await integrator.call('GET', `/warranty/${hin}/history`))
}

describe('a transfer', () => {
  test('gives the warranty a new owner and answers the full record', async () => {
    const hin = await register({
      warranty_start_date: '2025-03-15',
      purchase_date: '2025-02-01',
      warranty_duration_months: 24,
      coverage_type: 'limited',
      warranty_notes: 'kept',
    })
    const before = await get(hin)
    const body = {
      contact: { ...bo, address: '2 Quay', city: 'Hull', state: 'Yorkshire', country_code: 'gb' },
      registration_date: '2025-09-01',
      purchase_date: '2025-08-20',
      transfer_notes: 'private sale',
    }
    const after = expectData(await transfer(hin.toLowerCase(), body))
    expect(after).toEqual({
      ...before,
      registration_date: '2025-09-01',
      purchase_date: '2025-08-20',
      contact: { ...body.contact, email: null, country_code: 'GB', contact_id: expect.any(Number) },
      updated_at: expect.any(String),
    })
    expect(after.contact.contact_id).not.toBe(before.contact.contact_id)
    expect(await get(hin)).toEqual(after)
  })

  test('is dated today, UTC, unless it says otherwise, and the purchase like the registration', async () => {
    const hin = await register()
    const answer = await transfer(hin, { contact: bo })
    const today = answer.body.meta.timestamp.slice(0, 10)
    expect(expectData(answer)).toMatchObject({ registration_date: today, purchase_date: today })
    const nulls = { contact: bo, registration_date: null, purchase_date: null, transfer_notes: null }
    expect(expectData(await transfer(await register(), nulls))).toMatchObject({ purchase_date: today })
    const dated = await transfer(await register(), { contact: bo, registration_date: '2025-04-01' })
    expect(expectData(dated)).toMatchObject({ registration_date: '2025-04-01', purchase_date: '2025-04-01' })
  })

  test('stores no fields that the caller may not set', async () => {
    const extra = { id: 1, hin: 'X', warranty_status: 'voided', coverage_type: 'full', crm_sync: {} }
    const hin = await register()
    const after = expectData(await transfer(hin, { ...extra, contact: { ...bo, contact_id: 987_654 } }))
    expect(after).toMatchObject({ hin, warranty_status: 'active', coverage_type: null })
    expect(after.contact.contact_id).not.toBe(987_654)
  })

  test('may be of the same day as the present owner, and not of an earlier one', async () => {
    const hin = await register({ registration_date: '2025-03-01' })
    const before = await get(hin)
    const early = { contact: bo, registration_date: '2025-02-28' }
    expectError(await transfer(hin, early), 422, 'VALIDATION_ERROR', 'registration_date')
    expect(await get(hin)).toEqual(before)
    expectData(await transfer(hin, { contact: bo, registration_date: '2025-03-01' }))
    expectData(await transfer(hin, { contact: ada, registration_date: '2025-06-01' }))
    const between = { contact: bo, registration_date: '2025-05-01' }
    expectError(await transfer(hin, between), 422, 'VALIDATION_ERROR', 'registration_date')
  })

  test('is refused for a voided warranty, and not for an expired one', async () => {
    const voided = await register({ warranty_status: 'voided' })
    expectError(await transfer(voided, { contact: bo }), 409, 'WARRANTY_NOT_TRANSFERABLE')
    expect((await history(voided)).history).toHaveLength(1)
    const expired = await register({ warranty_status: 'expired' })
    expect(expectData(await transfer(expired, { contact: bo })).warranty_status).toBe('expired')
  })

  test('to the one who owns the boat already makes an entry all the same', async () => {
    const hin = await register()
    expectData(await transfer(hin, { contact: ada }))
    expect((await history(hin)).history).toHaveLength(2)
  })
})

describe('refused with 422 VALIDATION_ERROR', () => {
  const wrong: [string, object, ...string[]][] = [
    ['no contact', {}, 'contact'],
    ['contact null', { contact: null }, 'contact'],
    ['contact a list', { contact: [] }, 'contact'],
    ['contact text', { contact: 'Bo' }, 'contact'],
    ...['first_name', 'last_name', 'zipcode'].flatMap((name): [string, object, string][] => [
      [`${name} missing`, { contact: { ...bo, [name]: undefined } }, `contact.${name}`],
      [`${name} null`, { contact: { ...bo, [name]: null } }, `contact.${name}`],
      [`${name} blank`, { contact: { ...bo, [name]: ' ' } }, `contact.${name}`],
    ]),
    ['neither e-mail nor phone', { contact: { ...bo, phone: null } }, 'contact.email'],
    ['both blank', { contact: { ...bo, phone: '', email: '' } }, 'contact.email'],
    ['an e-mail without a domain', { contact: { ...bo, email: 'bo@' } }, 'contact.email'],
    ['country USA', { contact: { ...bo, country_code: 'USA' } }, 'contact.country_code'],
    ...['2025-02-30', 'today', '2025-9-1', '0000-01-01', '3000-01-01', 20250901, true].flatMap(
      (date): [string, object, string][] => [
        [`registered ${date}`, { contact: bo, registration_date: date }, 'registration_date'],
        [`purchased ${date}`, { contact: bo, purchase_date: date }, 'purchase_date'],
      ],
    ),
    ['notes a number', { contact: bo, transfer_notes: 5 }, 'transfer_notes'],
    ['NUL in the notes', { contact: bo, transfer_notes: '\u0000' }, 'transfer_notes'],
    ['a lone surrogate', { contact: { ...bo, city: '\ud800' } }, 'contact.city'],
    [
      'all at once',
      { contact: { email: 'x' }, registration_date: 'x' },
      'contact.email',
      'contact.first_name',
      'contact.last_name',
      'contact.zipcode',
      'registration_date',
    ],
  ]
  test.each(wrong)('%s', async (_what, body, ...issues) => {
    const hin = await register()
    expectError(await transfer(hin, body), 422, 'VALIDATION_ERROR', ...issues)
    expect((await history(hin)).history).toHaveLength(1)
  })
})

describe('the history', () => {
  test('of a new warranty has its one owner', async () => {
    const hin = await register({ registration_date: '2025-03-01' })
    expect(await history(hin)).toStrictEqual({
      hin,
      model: 'Tidewater 24',
      model_year: '2025',
      history: [
        {
          first_name: 'Ada',
          last_name: 'Rivers',
          email: 'ada@example.com',
          phone: null,
          registration_date: '2025-03-01',
          transfer_date: null,
          transfer_notes: null,
        },
      ],
    })
  })

  test('has all owners, the oldest first, and the notes with the one who came in', async () => {
    const hin = await register({ registration_date: '2025-03-01' })
    const first = { contact: bo, registration_date: '2025-05-01', transfer_notes: 'sold' }
    expectData(await transfer(hin, first))
    expectData(await transfer(hin.toLowerCase(), { contact: ada, registration_date: '2025-07-01' }))
    expect((await history(hin.toLowerCase())).history).toEqual([
      expect.objectContaining({
        first_name: 'Ada',
        registration_date: '2025-03-01',
        transfer_date: '2025-05-01',
        transfer_notes: null,
      }),
      expect.objectContaining({
        first_name: 'Bo',
        phone: '555-0199',
        email: null,
        registration_date: '2025-05-01',
        transfer_date: '2025-07-01',
        transfer_notes: 'sold',
      }),
      expect.objectContaining({ first_name: 'Ada', registration_date: '2025-07-01', transfer_date: null }),
    ])
  })

  test('keeps a former owner as they were when the present one is changed', async () => {
    const hin = await register()
    expectData(await transfer(hin, { contact: bo }))
    const change = { contact: { first_name: 'Beau', email: 'beau@example.com' } }
    expectData(await integrator.call('PATCH', `/warranty/${hin}`, { body: change }))
    expect((await history(hin)).history).toMatchObject([
      { first_name: 'Ada', email: 'ada@example.com' },
      { first_name: 'Beau', email: 'beau@example.com' },
    ])
  })
})

describe('Idempotency-Key', () => {
  test('gives the first answer again, and refuses another body or another warranty', async () => {
    const hin = await register()
    const key = { 'idempotency-key': `transfer-${hin}` }
    const first = await transfer(hin, { contact: bo }, key)
    expectData(first)
    const again = await transfer(hin, { contact: bo }, key)
    expect([again.status, again.text, again.headers['idempotency-replayed']]).toEqual([
      200,
      first.text,
      'true',
    ])
    expect((await history(hin)).history).toHaveLength(2)
    expectError(await transfer(hin, { contact: ada }, key), 409, 'IDEMPOTENCY_CONFLICT')
    expectError(await transfer(await register(), { contact: bo }, key), 409, 'IDEMPOTENCY_CONFLICT')
  })

  test('that is malformed is reported with the issues of the body', async () => {
    const answer = await transfer(
      'ABC12345D404',
      { contact: { ...bo, zipcode: 7 } },
      { 'idempotency-key': '' },
    )
    expectError(answer, 422, 'VALIDATION_ERROR')
    const fields = answer.body.error.details.map(({ field }: { field: string }) => field)
    expect(fields).toEqual(['contact.zipcode', 'Idempotency-Key'])
  })

  test('is no way to what the caller may not see any more', async () => {
    const mover = await makeIntegrator(server)
    const { hin } = expectData(await mover.register(), 201)
    const key = { 'idempotency-key': `moved-${hin}` }
    const again = () =>
      mover.call('POST', `/warranty/${hin}/transfer`, {
        headers: key,
        body: { contact: bo, registration_date: '2025-09-01' },
      })
    expectData(await again())
    await server.apply({
      api_users: [
        { email: mover.credentials.email, brands: [integrator.brand.slug], permissions: ['warranty:*'] },
      ],
    })
    expectError(await again(), 404, 'WARRANTY_NOT_FOUND')
  })

  test('gives again what it is about, whatever brands have the HIN meanwhile', async () => {
    const [one, other] = [await makeIntegrator(server), await makeIntegrator(server)]
    const { email } = one.credentials
    const hold = (...brands: string[]) =>
      server.apply({ api_users: [{ email, brands, permissions: ['warranty:*'] }] })
    const { hin } = expectData(await one.register(), 201)
    const again = () =>
      one.call('POST', `/warranty/${hin}/transfer`, {
        headers: { 'idempotency-key': `of-one-${hin}` },
        body: { contact: bo, registration_date: '2025-09-01' },
      })
    const first = await again()
    expectData(first)
    expectData(await other.register({ hin }), 201)
    await hold(one.brand.slug, other.brand.slug)
    expect((await again()).text).toBe(first.text)
    await hold(other.brand.slug)
    expectError(await again(), 404, 'WARRANTY_NOT_FOUND')
  })

  test('is not used up by a refusal', async () => {
    const hin = await register({ warranty_status: 'voided' })
    const key = { 'idempotency-key': `refused-${hin}` }
    expectError(await transfer(hin, { contact: bo }, key), 409, 'WARRANTY_NOT_TRANSFERABLE')
    expectData(await integrator.call('PATCH', `/warranty/${hin}`, { body: { warranty_status: 'active' } }))
    expectData(await transfer(hin, { contact: bo }, key))
  })
})

test('twenty concurrent transfers, on two servers, are all in the history, in order', async () => {
  await using second = await startServer({ beside: server })
  const hin = await register()
  const headers = { authorization: `Bearer ${integrator.accessToken}` }
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      (index % 2 ? second : server).send('POST', `/api/v1/warranty/${hin}/transfer`, {
        headers,
        body: {
          contact: { ...bo, first_name: `Owner ${index}` },
          registration_date: '2025-09-01',
          transfer_notes: `note ${index}`,
        },
      }),
    ),
  )
  const made = answers.map((answer) => expectData(answer).contact)
  const inOrder = made.sort((a, b) => a.contact_id - b.contact_id).map(({ first_name }) => first_name)
  const owners: { first_name: string; transfer_date: string; transfer_notes: string }[] = (await history(hin))
    .history
  expect(owners.map(({ first_name }) => first_name)).toEqual(['Ada', ...inOrder])
  expect(new Set(inOrder).size).toBe(20)
  expect(owners.map(({ transfer_date }) => transfer_date)).toEqual([...Array(20).fill('2025-09-01'), null])
  for (const { first_name, transfer_notes } of owners.slice(1)) {
    expect(transfer_notes).toBe(first_name.replace('Owner', 'note'))
  }
  expect((await get(hin)).contact.first_name).toBe(inOrder.at(-1))
})
