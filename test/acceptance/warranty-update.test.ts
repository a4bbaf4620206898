import { describe, expect, test } from 'vitest'
import { expectData, expectError } from '../support/envelope.ts'
import { makeIntegrator, newHin } from '../support/integrator.ts'
import { startFileServer, startServer } from '../support/server.ts'

const server = await startFileServer()
const integrator = await makeIntegrator(server)

const full = {
  registration_date: '2025-01-31',
  warranty_duration_months: 24,
  coverage_type: 'full',
  warranty_notes: 'first',
  contact: {
    first_name: 'Ada',
    last_name: 'Rivers',
    email: 'ada@example.com',
    phone: '555-0100',
    address: '1 Pier St',
    zipcode: '75067',
    city: 'Lewisville',
    state: 'TX',
    country_code: 'CA',
  },
}

async function register(fields: object = full): Promise<string> {
  return expectData(await integrator.register(fields), 201).hin
}

const patch = (hin: string, body: unknown) => integrator.call('PATCH', `/warranty/${hin}`, { body })

async function get(hin: string) {
  return expectData(await integrator.call('GET', `/warranty/${hin}`))
}

describe('an update', () => {
  test('changes the field that is given and nothing else, and answers the full record', async () => {
    const hin = await register()
    const before = await get(hin)
    const after = expectData(await patch(hin, { warranty_notes: 'second' }))
    expect(after).toEqual({
      ...before,
      warranty_notes: 'second',
      updated_at: expect.any(String),
    })
    expect(after.updated_at > before.updated_at).toBe(true)
    expect(await get(hin)).toEqual(after)
    expect(Object.keys(after).sort()).toEqual(
      [
        ...['hin', 'brand_id', 'brand_name', 'model', 'model_code', 'model_year', 'is_used'],
        ...['warranty_start_date', 'purchase_date', 'registration_date', 'warranty_duration_months'],
        ...['warranty_end_date', 'coverage_type', 'warranty_status', 'warranty_notes', 'order_number'],
        ...['external_order_number', 'warranty_external_id', 'contact', 'crm_sync', 'hin_details'],
        ...['created_at', 'updated_at'],
      ].sort(),
    )
    expect(Object.keys(after.contact).sort()).toEqual(['contact_id', ...Object.keys(full.contact)].sort())
  })

  test.each([
    [{ coverage_type: 'structural' }],
    [{ warranty_notes: 'a\nb' }],
    [{ warranty_status: 'voided' }],
    [
      {
        warranty_duration_months: 36,
        coverage_type: 'other',
        warranty_status: 'expired',
        warranty_notes: 'x',
      },
    ],
    [{ contact: { first_name: 'Bo' } }],
    [{ contact: { last_name: 'Lee' } }],
    [{ contact: { zipcode: 'SW1A 1AA' } }],
    [{ contact: { email: 'Bo@Example.com' } }],
    [{ contact: { phone: '555-0199' } }],
    [{ contact: { address: '2 Quay', city: 'Hull', state: 'Yorkshire' } }],
    [{ contact: { country_code: 'GB' } }],
    [{ contact: { email: null } }],
    [{ contact: { phone: null, address: null, city: null, state: null } }],
    [{ coverage_type: null, warranty_notes: null }],
  ])('%j', async (change: { contact?: object; [field: string]: unknown }) => {
    const hin = await register()
    const before = await get(hin)
    const { contact, ...fields } = change
    const expected = { ...before, ...fields, contact: { ...before.contact, ...contact } }
    const after = expectData(await patch(hin.toLowerCase(), change))
    expect({ ...after, updated_at: '', warranty_end_date: '' }).toEqual({
      ...expected,
      updated_at: '',
      warranty_end_date: '',
    })
  })

  test.each([
    [1, '2025-02-28'],
    [13, '2026-02-28'],
    [1200, '2125-01-31'],
    [null, null],
  ])('a duration of %s months moves the end to %s', async (warranty_duration_months, warranty_end_date) => {
    const after = expectData(await patch(await register(), { warranty_duration_months }))
    expect(after).toMatchObject({ warranty_duration_months, warranty_end_date })
  })

  test('trims, folds the country, and takes an empty optional text as none', async () => {
    const hin = await register()
    const contact = { first_name: ' Bo ', country_code: 'de', city: '', phone: '  ' }
    const after = expectData(await patch(hin, { warranty_notes: '', contact }))
    expect(after).toMatchObject({
      warranty_notes: null,
      contact: { first_name: 'Bo', country_code: 'DE', city: null, phone: null },
    })
  })

  test('shows in the list and in the history of the current owner', async () => {
    const own = await makeIntegrator(server)
    const { hin } = expectData(await own.register(full), 201)
    const change = { warranty_status: 'voided', warranty_notes: 'n', contact: { last_name: 'Lee' } }
    expectData(await own.call('PATCH', `/warranty/${hin}`, { body: change }))
    const list = async (status: string) => {
      const { body } = await own.call('GET', `/warranty?warranty_status=${status}`)
      return { data: body.data, total: body.meta.pagination.total }
    }
    expect(await list('active')).toEqual({ data: [], total: 0 })
    expect(await list('voided')).toMatchObject({
      data: [{ hin, warranty_notes: 'n', contact: { last_name: 'Lee' } }],
      total: 1,
    })
    const { history } = expectData(await own.call('GET', `/warranty/${hin}/history`))
    expect(history).toMatchObject([{ last_name: 'Lee' }])
  })
})

describe('an owner must be reachable', () => {
  test('the e-mail address or the phone may be cleared, not both', async () => {
    const hin = await register()
    expectError(
      await patch(hin, { contact: { email: null, phone: null } }),
      422,
      'VALIDATION_ERROR',
      'contact.email',
    )
    expectData(await patch(hin, { contact: { email: null } }))
    for (const phone of [null, '', ' ']) {
      expectError(await patch(hin, { contact: { phone } }), 422, 'VALIDATION_ERROR', 'contact.email')
    }
    const after = expectData(await patch(hin, { contact: { phone: null, email: 'new@example.com' } }))
    expect(after.contact).toMatchObject({ phone: null, email: 'new@example.com' })
  })
})

describe('the record that a client sends back', () => {
  test('is accepted as it was read, with one field changed', async () => {
    const hin = await register()
    const record = expectData(await integrator.call('GET', `/warranty/${hin}`))
    const sent = { ...record, warranty_notes: 'changed', contact: { ...record.contact, city: 'Erie' } }
    expect(expectData(await patch(hin, sent))).toEqual({ ...sent, updated_at: expect.any(String) })
  })

  test('is refused when a field differs that an update cannot change, and the error names each', async () => {
    const hin = await register()
    const record = expectData(await integrator.call('GET', `/warranty/${hin}`))
    const sent = { ...record, model: 'Skiff', contact: { ...record.contact, contact_id: 0 } }
    const { body } = await patch(hin, sent)
    expect(body.error.details).toEqual([
      {
        field: 'model',
        message: `Model cannot be changed by an update. Send the record's value, "${record.model}", or leave it out.`,
      },
      { field: 'contact.contact_id', message: expect.stringMatching(/^Contact ID cannot be changed/) },
    ])
  })

  test('a field with a typing error is named together with the nearest one', async () => {
    const { body } = await patch(await register(), { warranty_note: 'x' })
    expect(body.error.message).toBe('A warranty has no field "warranty_note". Did you mean warranty_notes?')
    const outside = await patch(await register(), { email: 'x@example.com' })
    expect(outside.body.error.message).toBe('A warranty has no field "email". Did you mean contact.email?')
  })
})

describe('a status never outlives the end date', () => {
  test('a shorter duration that ends the warranty expires it', async () => {
    const hin = await register({ registration_date: '2020-01-01', warranty_duration_months: 1200 })
    const after = expectData(await patch(hin, { warranty_duration_months: 12 }))
    expect(after).toMatchObject({ warranty_status: 'expired', warranty_end_date: '2021-01-01' })
    const active = { warranty_status: 'active' }
    expectError(await patch(hin, active), 422, 'VALIDATION_ERROR', 'warranty_status')
    const extended = expectData(await patch(hin, { ...active, warranty_duration_months: 1200 }))
    expect(extended.warranty_status).toBe('active')
  })
})

describe('refused with 422 VALIDATION_ERROR', () => {
  const others: [string, unknown][] = [
    ['hin', newHin()],
    ['brand_id', 999_999],
    ['model', 'Skiff'],
    ['model_code', 'X'],
    ['model_year', '2026'],
    ['is_used', true],
    ['registration_date', '2025-01-01'],
    ['purchase_date', '2025-01-01'],
    ['warranty_start_date', '2025-01-01'],
    ['warranty_end_date', '2030-01-01'],
    ['order_number', 'X'],
    ['external_order_number', 'X'],
    ['warranty_external_id', 'X'],
    ['id', 5],
    ['crm_sync', { status: 'synced' }],
    ['created_by', 1],
    ['no_such_field', null],
  ]
  test.each(others)('another field: %s', async (what, value) => {
    const field = what.replace(/^\d+: /, '')
    const answer = await patch(await register(), { [field]: value, warranty_notes: 'kept out' })
    expectError(answer, 422, 'VALIDATION_ERROR', field)
  })

  test.each(['contact_id', 'id', 'transfer_date', 'registration_date', 'fax'])(
    'a contact with %s',
    async (field) => {
      const answer = await patch(await register(), { contact: { [field]: 'x', first_name: 'Bo' } })
      expectError(answer, 422, 'VALIDATION_ERROR', `contact.${field}`)
    },
  )

  const wrong: [string, object, ...string[]][] = [
    ['an empty contact', { contact: {} }, 'contact'],
    ['contact null', { contact: null }, 'contact'],
    ['contact a list', { contact: [] }, 'contact'],
    ['status null', { warranty_status: null }, 'warranty_status'],
    ['status blank', { warranty_status: ' ' }, 'warranty_status'],
    ['status Active', { warranty_status: 'Active' }, 'warranty_status'],
    ['coverage gold', { coverage_type: 'gold' }, 'coverage_type'],
    ['months "12"', { warranty_duration_months: '12' }, 'warranty_duration_months'],
    ...[-1, 0, 1201, 2 ** 31 - 1, 1.5].map((months): [string, object, string] => [
      `${months} months`,
      { warranty_duration_months: months },
      'warranty_duration_months',
    ]),
    ['notes a number', { warranty_notes: 5 }, 'warranty_notes'],
    ['NUL', { warranty_notes: 'a\u0000' }, 'warranty_notes'],
    ['a lone surrogate', { contact: { city: '\udc00' } }, 'contact.city'],
    ...['first_name', 'last_name', 'zipcode'].flatMap((name): [string, object, string][] => [
      [`${name} null`, { contact: { [name]: null } }, `contact.${name}`],
      [`${name} blank`, { contact: { [name]: '  ' } }, `contact.${name}`],
      [`${name} a number`, { contact: { [name]: 5 } }, `contact.${name}`],
    ]),
    ['an e-mail without a domain', { contact: { email: 'ada@' } }, 'contact.email'],
    ...['UK', 'ZZ', 'USA'].map((country_code): [string, object, string] => [
      `country ${country_code}`,
      { contact: { country_code } },
      'contact.country_code',
    ]),
    [
      'several at once',
      { coverage_type: 'x', contact: { email: 'x', zipcode: '' } },
      'coverage_type',
      'contact.email',
      'contact.zipcode',
    ],
  ]
  test.each(wrong)('%s', async (_what, change, ...issues) => {
    const hin = await register()
    const before = await get(hin)
    expectError(await patch(hin, change), 422, 'VALIDATION_ERROR', ...issues)
    expect(await get(hin)).toEqual(before)
  })

  test.each([[{}], [[]], [null], ['text'], [5]])('the body %j', async (body) => {
    expectError(await patch(await register(), body), 422, 'VALIDATION_ERROR')
  })

  test('an invalid brand_id is reported with the issues of the body', async () => {
    const hin = await register()
    const answer = await integrator.call('PATCH', `/warranty/${hin}?brand_id=abc`, {
      body: { warranty_notes: 5 },
    })
    expectError(answer, 422, 'VALIDATION_ERROR', 'brand_id', 'warranty_notes')
  })

  test('an end date past 2999', async () => {
    const hin = await register({ registration_date: '2990-01-01' })
    const answer = await patch(hin, { warranty_duration_months: 120 })
    expectError(answer, 422, 'VALIDATION_ERROR', 'warranty_duration_months')
  })
})

describe('the status', () => {
  const statuses = ['active', 'expired', 'voided']
  test.each(statuses.flatMap((from) => statuses.map((to) => [from, to])))('%s to %s', async (from, to) => {
    const hin = await register({ warranty_status: from })
    expect(expectData(await patch(hin, { warranty_status: to })).warranty_status).toBe(to)
  })

  const over = { registration_date: '2001-01-01', warranty_duration_months: 12, warranty_status: 'expired' }

  test('cannot become active when the end date has passed', async () => {
    const hin = await register(over)
    expectError(await patch(hin, { warranty_status: 'active' }), 422, 'VALIDATION_ERROR', 'warranty_status')
    const tooShort = { warranty_status: 'active', warranty_duration_months: 24 }
    expectError(await patch(hin, tooShort), 422, 'VALIDATION_ERROR', 'warranty_status')
    expect(await get(hin)).toMatchObject({ warranty_status: 'expired', warranty_duration_months: 12 })
  })

  test.each([1200, null])('but can in the request that sets the duration to %s', async (months) => {
    const change = { warranty_status: 'active', warranty_duration_months: months }
    expect(expectData(await patch(await register(over), change))).toMatchObject(change)
  })

  test('or after an extension', async () => {
    const hin = await register(over)
    expect(expectData(await patch(hin, { warranty_duration_months: 1200 })).warranty_status).toBe('expired')
    expect(expectData(await patch(hin, { warranty_status: 'active' })).warranty_status).toBe('active')
  })

  test('voided and expired may follow whatever the end date is', async () => {
    const hin = await register(over)
    expectData(await patch(hin, { warranty_status: 'voided' }))
    expectData(await patch(hin, { warranty_status: 'expired' }))
  })
})

test('at start, active warranties past their end date expire; the others stay', async () => {
  await using restarted = await startServer()
  const own = await makeIntegrator(restarted)
  const past = { registration_date: '2001-01-01', warranty_duration_months: 12 }
  const today = new Date().toISOString().slice(0, 10)
  const lastYear = `${Number(today.slice(0, 4)) - 1}${today.slice(4)}`.replace('02-29', '02-28')
  const rows: [object, string][] = [
    [past, 'expired'],
    [{ ...past, warranty_status: 'voided' }, 'voided'],
    [{ ...past, warranty_duration_months: 1200 }, 'active'],
    [{ registration_date: '2001-01-01' }, 'active'],
    [{ registration_date: lastYear, warranty_duration_months: 13 }, 'active'],
  ]
  const hins: string[] = []
  for (const [fields] of rows) hins.push(expectData(await own.register(fields), 201).hin)
  await restarted.restart()
  const status = async (hin: string) => expectData(await own.call('GET', `/warranty/${hin}`)).warranty_status
  await expect.poll(() => status(hins[0]!), { timeout: 10_000 }).toBe('expired')
  for (const [index, [, expected]] of rows.entries()) expect(await status(hins[index]!)).toBe(expected)
  const { body } = await own.call('GET', '/warranty?warranty_status=expired')
  expect(body.meta.pagination.total).toBe(1)
})

test('changes of different fields at the same time, on two servers, all hold', async () => {
  await using second = await startServer({ beside: server })
  const headers = { authorization: `Bearer ${integrator.accessToken}` }
  for (let round = 0; round < 5; round++) {
    const hin = await register()
    const changes: { contact?: object; [field: string]: unknown }[] = [
      { warranty_notes: `notes ${round}` },
      { coverage_type: 'hull-only' },
      { warranty_duration_months: 100 + round },
      { warranty_status: 'voided' },
      { contact: { first_name: `First ${round}` } },
      { contact: { last_name: `Last ${round}` } },
      { contact: { email: `new-${round}@example.com` } },
      { contact: { phone: null } },
      { contact: { city: `City ${round}` } },
      { contact: { zipcode: `Z${round}` } },
    ]
    const answers = await Promise.all(
      changes.map((body, index) =>
        (index % 2 ? second : server).send('PATCH', `/api/v1/warranty/${hin}`, { headers, body }),
      ),
    )
    for (const answer of answers) expectData(answer)
    const contact = Object.assign({}, ...changes.map((change) => change.contact))
    expect(await get(hin)).toMatchObject({ ...Object.assign({}, ...changes), contact })
  }
})

test('changes at the same time move the time of the last change on, never back', async () => {
  const hin = await register()
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => patch(hin, { warranty_notes: `note ${index}` })),
  )
  const times = answers.map((answer) => expectData(answer).updated_at)
  expect(new Set(times).size).toBe(8)
  expect((await get(hin)).updated_at).toBe(times.toSorted().at(-1))
})

test('changes at the same time that would leave no way to reach the owner: one is refused', async () => {
  const hin = await register()
  const answers = await Promise.all([
    patch(hin, { contact: { email: null } }),
    patch(hin, { contact: { phone: null } }),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
})
