import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { makeAdministrator } from '../support/administrator.ts'
import { makeIntegrator, newHin, WITH_REGISTRATION } from '../support/integrator.ts'
import { startFileServer } from '../support/server.ts'

const server = await startFileServer()
const administrator = await makeAdministrator(server)
const integrator = await makeIntegrator(server, { scopes: WITH_REGISTRATION })
const { slug } = integrator.brand

const RECEIVED = {
  status: 'success',
  message: expect.stringMatching(/\S/),
  registration_id: expect.toSatisfy(Number.isSafeInteger),
  version: '0.1.1',
}

const contact = (fields: object) => ({
  contact: { first_name: 'Ada', last_name: 'Rivers', email: 'ada@example.com', zipcode: '75067', ...fields },
})

describe('POST /warranty-registration', () => {
  test('a registration is stored as it was sent, tidied', async () => {
    const hin = newHin()
    const answer = await integrator.submitRegistration(
      {
        hin: hin.toLowerCase(),
        dealer_code: ' HC-1 ',
        email_optin: true,
        website: 'ignored',
        ...contact({ email: ' Ada@Example.com', country_code: 'ca' }),
      },
      { 'user-agent': 'form/1' },
    )
    expect([answer.status, answer.body]).toEqual([202, RECEIVED])
    const shown = await administrator.call('GET', `/registrations/${answer.body.registration_id}`)
    expect(shown.body.data).toEqual({
      id: answer.body.registration_id,
      brand_id: integrator.brand.id,
      brand: slug,
      state: 'received',
      hin,
      model: 'Tidewater 24',
      model_year: '2025',
      purchase_date: '2025-03-01',
      dealer_code: 'HC-1',
      contact: {
        first_name: 'Ada',
        last_name: 'Rivers',
        email: 'Ada@Example.com',
        phone: null,
        address: null,
        zipcode: '75067',
        city: null,
        state: null,
        country_code: 'CA',
      },
      consent: {
        email_optin: true,
        token_id: expect.any(Number),
        client_address: '127.0.0.1',
        user_agent: 'form/1',
      },
      reason: null,
      warranty_id: null,
      possible_duplicates: [],
      decided_at: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    })
    expect(shown.headers.etag).toMatch(/^"[\w-]{22}"$/)
  })

  test.each<[string, object, string[]]>([
    ['a HIN with a hyphen', { hin: 'HCX-12345D526' }, ['hin']],
    ['a HIN that is a number', { hin: 7 }, ['hin']],
    ['no HIN', { hin: null }, ['hin']],
    ['a blank model', { model: ' ' }, ['model']],
    ['a model year that is a number', { model_year: 2025 }, ['model_year']],
    ['a date that does not exist', { purchase_date: '2025-02-30' }, ['purchase_date']],
    ['no consent', { consent: undefined }, ['consent']],
    ['consent that was not given', { consent: false }, ['consent']],
    ['consent as a text', { consent: 'true' }, ['consent']],
    ['neither e-mail nor phone', contact({ email: undefined }), ['contact.email']],
    ['an unknown country', contact({ country_code: 'ZZ' }), ['contact.country_code']],
    [
      'several at once',
      { brand: 'nobody', email_optin: 1, ...contact({ zipcode: '' }) },
      ['brand', 'contact.zipcode', 'email_optin'],
    ],
    ['no contact', { contact: undefined }, ['contact']],
  ])('%s is refused', async (_what, fields, issues) => {
    const { status, body } = await integrator.submitRegistration(fields)
    expect([status, body]).toEqual([
      400,
      { status: 'error', message: expect.any(String), errors: expect.any(Array), version: '0.1.1' },
    ])
    expect(body.errors.map(({ field }: { field: string }) => field).sort()).toEqual(issues)
    for (const { message } of body.errors) expect(message).toMatch(/^[A-Z].*[.?]$/)
  })

  test('a HIN that has a warranty gets the same response as a new one', async () => {
    const hin = newHin()
    expect((await integrator.register({ hin })).status).toBe(201)
    const known = await integrator.submitRegistration({ hin })
    expect([known.status, known.body]).toEqual([202, RECEIVED])
    const { body } = await administrator.call('GET', `/registrations/${known.body.registration_id}`)
    expect(body.data.possible_duplicates[0]).toMatchObject({ kind: 'warranty', hin, same: ['hin', 'email'] })
  })

  test.each([
    ['without a token', { 'x-api-token': '' }, 401],
    ['with an unknown token', { 'x-api-token': 'x'.repeat(24) }, 401],
  ])('a caller %s is refused in the same shape', async (_what, headers, expected) => {
    const { status, body } = await integrator.submitRegistration({}, headers)
    expect([status, body.status, body.errors]).toEqual([expected, 'error', []])
  })

  test('a token needs the scope and the brand', async () => {
    const without = await makeIntegrator(server)
    expect((await without.submitRegistration()).status).toBe(403)
    const other = await makeIntegrator(server, { scopes: WITH_REGISTRATION })
    expect((await other.submitRegistration({ brand: slug })).status).toBe(403)
  })

  test('a request with an Idempotency-Key is stored once', async () => {
    const key = { 'idempotency-key': randomUUID() }
    const hin = newHin()
    const first = await integrator.submitRegistration({ hin }, key)
    const again = await integrator.submitRegistration({ hin }, key)
    expect(again.body).toEqual(first.body)
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect((await integrator.submitRegistration({}, key)).status).toBe(409)
  })
})

describe('the list', () => {
  test('finds registrations by text, state and time, and pages follow one another', async () => {
    const desk = await makeIntegrator(server, { scopes: WITH_REGISTRATION })
    const hins = [newHin(), newHin(), newHin()]
    const ids: number[] = []
    for (const hin of hins) {
      const person = contact({ first_name: 'Zoë', email: `${hin}@example.com`, phone: '+1 972 555 0143' })
      ids.push((await desk.submitRegistration({ hin, ...person })).body.registration_id)
    }
    const find = async (query: string) => {
      const { body } = await administrator.call('GET', `/registrations?brand=${desk.brand.slug}&${query}`)
      return body.data?.map(({ id }: { id: number }) => id) ?? body.error.code
    }
    expect(await find('state=received')).toEqual(ids.toReversed())
    expect(await find('state=accepted')).toEqual([])
    expect(await find('state=lost')).toBe('VALIDATION_ERROR')
    expect(await find('colour=red')).toBe('VALIDATION_ERROR')
    expect(await find('to=2020-01-01')).toEqual([])
    expect(await find('from=2020-01-01')).toEqual(ids.toReversed())
    expect(await find(`q=${hins[1]!.slice(0, 8)}`)).toEqual([ids[1]])
    expect(await find(`q=${hins[1]}@example.com`)).toEqual([ids[1]])
    expect(await find('q=zoe&limit=2&page=2')).toEqual([ids[0]])
    expect(await find('q=9725550143&state=rejected')).toEqual([])
    const first = await administrator.call('GET', `/registrations?brand=${desk.brand.slug}&limit=2`)
    expect(first.body.meta.pagination).toMatchObject({ page: 1, total: 3, total_pages: 2 })
    expect(await find(`limit=2&cursor=${first.body.meta.pagination.next_cursor}`)).toEqual([ids[0]])
  })

  test('registrations of other brands do not exist, and are no duplicates', async () => {
    const [own, other] = [
      await makeIntegrator(server, { scopes: WITH_REGISTRATION }),
      await makeIntegrator(server, { scopes: WITH_REGISTRATION }),
    ]
    const hin = newHin()
    const foreign = (await other.submitRegistration({ hin })).body.registration_id
    const first = (await own.submitRegistration({ hin })).body.registration_id
    const second = (await own.submitRegistration({ hin, ...contact({ email: 'bo@example.com' }) })).body
      .registration_id
    const service = await makeAdministrator(server, { role: 'service', brands: [own.brand.slug] })
    const listed = await service.call('GET', '/registrations')
    expect(listed.body.data).toMatchObject([
      { id: second, possible_duplicates: [{ kind: 'registration', id: first, same: ['hin'] }] },
      { id: first, possible_duplicates: [{ kind: 'registration', id: second, same: ['hin'] }] },
    ])
    expect((await service.call('GET', `/registrations/${foreign}`)).status).toBe(404)
    const [unheld, unknown] = [
      await service.call('GET', `/registrations?brand=${other.brand.slug}`),
      await service.call('GET', '/registrations?brand=no-such-brand'),
    ]
    expect([unheld.status, unheld.body.error.code]).toEqual([unknown.status, unknown.body.error.code])
  })
})
