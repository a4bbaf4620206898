import { describe, expect, it } from 'vitest'
import { leadBody, makeWorld } from '../leads.test-support.ts'

const accepted = (leadId: number) => ({
  status: 'success',
  message: 'The lead was saved.',
  lead_id: leadId,
  webhook_forwarded: false,
  version: '0.1.1',
})

describe('POST /lead-submission without a webhook', () => {
  it('saves the lead as it was sent, tidied, and answers 200', async () => {
    const world = await makeWorld()
    const answer = await world.post(
      leadBody({
        contact: { contact_email: ' Ada@Example.com ', shoe: { size: [42] } },
        utm_source: ' fair ',
      }),
    )
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual(accepted(1))
    expect(answer.headers.get('x-lead-id')).toBe('1')
    const [row] = await world.leads()
    expect(row).toMatchObject({ id: 1, brand_id: 1, contact_email: 'Ada@Example.com', dealer_id: null })
    expect(JSON.parse(row!.body)).toEqual({
      ...leadBody(),
      send_to_dealer: false,
      contact: {
        contact_email: 'Ada@Example.com',
        shoe: { size: [42] },
        contact_email_optin: true,
        contact_phone_optin: true,
      },
      utm_source: 'fair',
    })
    expect(await world.deliveryRows()).toEqual([])
  })

  it('takes any category, any custom fields and a build', async () => {
    const world = await makeWorld()
    const full = leadBody({
      contact_category: 'newsletter',
      custom_fields: {
        constructor: 'a',
        deep: { list: [1, null, 'x'] },
        comments: "Robert'); DROP TABLE leads;--",
      },
      product: { product_name: 'Tidewater 24', product_year: '2025' },
      boat_build: {
        boat_build_unique_id: '0b0E4a7c-56f1-4a0e-9d52-1a2b3c4d5e6f',
        boat_build_notes: 'Blue 🚤',
      },
    })
    expect((await world.post(full)).status).toBe(200)
    expect(JSON.parse((await world.leads())[0]!.body)).toMatchObject(full)
  })
})

describe('faults', () => {
  const contact = (fields: object) => ({ contact: { contact_email: 'ada@example.com', ...fields } })

  it.each<[string, object | string, string[]]>([
    ['nothing', {}, ['brand', 'contact.contact_email', 'contact_category']],
    ['no contact', leadBody({ contact: undefined }), ['contact.contact_email']],
    ['an empty array for a contact', leadBody({ contact: [] }), ['contact.contact_email']],
    [
      'numbers for what is never guessed',
      leadBody({ brand: 5, ...contact({ contact_email: 6 }) }),
      ['brand', 'contact.contact_email'],
    ],
    [
      'blanks',
      { brand: ' ', contact_category: '', contact: { contact_email: ' ' } },
      ['brand', 'contact.contact_email', 'contact_category'],
    ],
    ['an unknown brand', leadBody({ brand: 'nobody' }), ['brand']],
    [
      'an unknown brand beside others',
      leadBody({ brand: 'nobody', ...contact({ contact_email: 'x' }) }),
      ['brand', 'contact.contact_email'],
    ],
    [
      'types',
      leadBody({
        contact_category: {},
        send_to_dealer: 'yes',
        contact: 'x',
        product: 'x',
        boat_build: 1,
        custom_fields: [1],
      }),
      ['boat_build', 'contact', 'contact_category', 'custom_fields', 'product', 'send_to_dealer'],
    ],
    [
      'types in a contact',
      leadBody(contact({ contact_phone: {}, contact_latitude: '1 N', contact_email_optin: 'true' })),
      ['contact.contact_email_optin', 'contact.contact_latitude', 'contact.contact_phone'],
    ],
    ['a country', leadBody(contact({ contact_country_code: 'ZZ' })), ['contact.contact_country_code']],
    [
      'a three-letter country',
      leadBody(contact({ contact_country_code: 'USA' })),
      ['contact.contact_country_code'],
    ],
    [
      'a UUID',
      leadBody({ boat_build: { boat_build_unique_id: 'b-1' } }),
      ['boat_build.boat_build_unique_id'],
    ],
    ['an array for a year', leadBody({ product: { product_year: [2025] } }), ['product.product_year']],
    [
      '1,001 custom fields',
      leadBody({ custom_fields: Object.fromEntries(Array.from({ length: 1_001 }, (_, i) => [`k${i}`, i])) }),
      ['custom_fields'],
    ],
    [
      'a line break in the address',
      leadBody(contact({ contact_email: 'ada@example.com\r\nBcc: x@example.com' })),
      ['contact.contact_email'],
    ],
    ['a NUL', leadBody({ custom_fields: { a: { b: 'x\u0000' } } }), ['custom_fields.a.b']],
    [
      'a lone surrogate',
      '{"brand":"harbor-craft","contact_category":"x\\ud800","contact":{"contact_email":"a@b.example"}}',
      ['contact_category'],
    ],
    [
      'a number beyond a double',
      '{"brand":"harbor-craft","contact_category":"x","contact":{"contact_email":"a@b.example","contact_latitude":1e400}}',
      ['contact.contact_latitude'],
    ],
    [
      'an integer that would be rounded',
      '{"brand":"harbor-craft","contact_category":"x","contact":{"contact_email":"a@b.example"},"custom_fields":{"id":9007199254740993}}',
      ['custom_fields.id'],
    ],
  ])('finds %s', async (_name, body, fields) => {
    const world = await makeWorld()
    const answer = await world.post(body)
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({
      status: 'error',
      message: expect.any(String),
      errors: expect.any(Array),
      version: '0.1.1',
    })
    expect(answer.body.errors.map((fault: { field: string }) => fault.field).sort()).toEqual(fields)
    for (const fault of answer.body.errors) expect(fault.message).toMatch(/\S/)
    expect(await world.leads()).toEqual([])
  })

  it('reads fields of other types as they were meant, and stores them so', async () => {
    const world = await makeWorld()
    const body = leadBody({
      contact_category: 5,
      send_to_dealer: '',
      product: { product_year: 2026, product_name: true },
      boat_build: [],
      custom_fields: [],
      ...contact({
        contact_phone: 5550100,
        contact_latitude: '33.04',
        contact_longitude: '-97',
        contact_zip_code: 75067,
        contact_country_code: '',
        contact_email_optin: '',
      }),
    })
    expect((await world.post(body)).status).toBe(200)
    const [row] = await world.leads()
    expect(JSON.parse(row!.body)).toEqual({
      brand: 'harbor-craft',
      contact_category: '5',
      send_to_dealer: false,
      product: { product_year: '2026', product_name: 'true' },
      boat_build: {},
      custom_fields: {},
      contact: {
        contact_email: 'ada@example.com',
        contact_phone: '5550100',
        contact_latitude: 33.04,
        contact_longitude: -97,
        contact_zip_code: '75067',
        contact_email_optin: true,
        contact_phone_optin: true,
      },
    })
    expect(Boolean(row!.email_optin_given)).toBe(false)
  })

  it('are sentences', async () => {
    const world = await makeWorld()
    const { body } = await world.post({ brand: 'nobody', contact_category: 'x' })
    expect(body.errors).toEqual([
      { field: 'brand', message: 'There is no brand "nobody". Use the slug that you were given.' },
      { field: 'contact.contact_email', message: 'Contact e-mail is required.' },
    ])
  })

  it('refuses 10,000 custom fields, and an address of 255 characters; 254 are fine', async () => {
    const world = await makeWorld()
    const custom_fields = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`k${i}`, i]))
    expect((await world.post(leadBody({ custom_fields }))).body.errors).toEqual([
      { field: 'custom_fields', message: 'Custom fields must have at most 1000 keys.' },
    ])
    const address = (length: number) => {
      const local = 'a'.repeat(60)
      const rest = length - local.length - '@.example'.length
      return `${local}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(rest - 122)}.example`
    }
    expect(address(254)).toHaveLength(254)
    expect((await world.post(leadBody(contact({ contact_email: address(254) })))).status).toBe(200)
    expect((await world.post(leadBody(contact({ contact_email: address(255) })))).status).toBe(400)
  })

  it('takes 32 levels, and the last value of a duplicate key', async () => {
    const world = await makeWorld()
    const within = (levels: number) => {
      const deep = `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
      return JSON.stringify(leadBody()).replace('{', `{"deep":${deep},"utm":"first","utm":"last",`)
    }
    expect((await world.post(within(31))).status).toBe(200)
    expect(JSON.parse((await world.leads())[0]!.body)).toMatchObject({ utm: 'last' })
    expect((await world.post(within(32))).status).toBe(400)
  })

  it('refuses 20,000 levels, and keys that would change what objects are', async () => {
    const world = await makeWorld()
    for (const inner of [
      `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
      '{"__proto__":{"x":1}}',
      '{"constructor":{"prototype":{"x":1}}}',
    ]) {
      const text = JSON.stringify(leadBody()).replace('{', `{"custom_fields":${inner},`)
      const answer = await world.post(text)
      expect(answer.status).toBe(400)
      expect(answer.body).toMatchObject({ status: 'error', version: '0.1.1' })
    }
    expect(await world.leads()).toEqual([])
  })

  it('takes 1,000 custom fields, and refuses an address of 100 kB immediately', async () => {
    const world = await makeWorld()
    const custom_fields = Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`k${i}`, i]))
    expect((await world.post(leadBody({ custom_fields }))).status).toBe(200)
    const start = performance.now()
    const long = `${'a@'.repeat(50_000)}example.com`
    expect((await world.post(leadBody({ contact: { contact_email: long } }))).status).toBe(400)
    // A careless pattern takes ten seconds over it.
    expect(performance.now() - start).toBeLessThan(5_000)
  })

  it.each<[string, string, number]>([
    ['no JSON', '{', 400],
    ['null', 'null', 400],
    ['a list', '[]', 400],
    ['nothing', '', 400],
    ['__proto__', '{"__proto__":{}}', 400],
    ['33 levels', `${'{"a":'.repeat(33)}1${'}'.repeat(33)}`, 400],
    ['2 MB', JSON.stringify(leadBody({ x: 'x'.repeat(2_000_000) })), 413],
  ])('answers %s in its own shape', async (_name, body, status) => {
    const answer = await (await makeWorld()).post(body)
    expect(answer.status).toBe(status)
    expect(answer.body).toMatchObject({ status: 'error', errors: expect.any(Array), version: '0.1.1' })
  })

  it('checks token, body, brand and permission in this order', async () => {
    const world = await makeWorld()
    expect((await world.post('{', { 'x-api-token': 'wrong' })).status).toBe(401)
    expect((await world.post(leadBody({ brand: 'other', contact: {} }))).status).toBe(400)
    const forbidden = await world.post(leadBody({ brand: 'other' }))
    expect(forbidden.status).toBe(403)
    expect(forbidden.body).toEqual({
      status: 'error',
      message: expect.any(String),
      errors: [],
      version: '0.1.1',
    })
    await world.database.db.write((trx) => trx.deleteFrom('api_token_scopes').execute())
    expect(await world.leads()).toEqual([])
  })
})

describe('Idempotency-Key', () => {
  const key = { 'idempotency-key': 'k 1' }

  it('gives the first answer again, and saves one lead', async () => {
    const world = await makeWorld()
    const [first, second] = [await world.post(leadBody(), key), await world.post(leadBody(), key)]
    expect(second.bytes).toEqual(first.bytes)
    expect(second.status).toBe(200)
    expect(first.headers.get('idempotency-replayed')).toBeNull()
    expect(second.headers.get('idempotency-replayed')).toBe('true')
    expect(second.headers.get('x-lead-id')).toBe('1')
    expect(await world.leads()).toHaveLength(1)
  })

  it('refuses the key for another body, and keys that are none', async () => {
    const world = await makeWorld()
    await world.post(leadBody(), key)
    const other = await world.post(leadBody({ contact_category: 'trade_in' }), key)
    expect(other.status).toBe(409)
    expect(other.body).toMatchObject({ status: 'error', errors: [] })
    for (const wrong of ['', 'x'.repeat(256), 'caf\u00e9']) {
      expect((await world.post(leadBody(), { 'idempotency-key': wrong })).body.errors).toEqual([
        { field: 'Idempotency-Key', message: expect.any(String) },
      ])
    }
    const faulty = await world.post(leadBody({ contact_category: '' }), { 'idempotency-key': '' })
    const fields = faulty.body.errors.map(({ field }: { field: string }) => field)
    expect(fields).toEqual(['contact_category', 'Idempotency-Key'])
    expect((await world.post(leadBody({ brand: 'other' }), { 'idempotency-key': '' })).status).toBe(400)
    expect(await world.leads()).toHaveLength(1)
  })

  it('is not used up by a refusal', async () => {
    const world = await makeWorld()
    expect((await world.post(leadBody({ brand: 'other' }), key)).status).toBe(403)
    expect((await world.post(leadBody(), key)).status).toBe(200)
  })
})
