import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { makeAdministrator } from '../support/administrator.ts'
import { makeIntegrator, newHin, WITH_REGISTRATION } from '../support/integrator.ts'
import { disposeAfterAll, startFileServer } from '../support/server.ts'
import { startMailServer } from '../support/smtp.ts'

const mail = disposeAfterAll(await startMailServer())
const server = await startFileServer({
  env: { SMTP_URL: mail.url, SMTP_FROM: 'boats@example.com', PUBLIC_URL: 'https://transom.example.com' },
})
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
      mismatches: [expect.stringContaining(hin.slice(0, 3)), expect.stringContaining('HC-1')],
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

/** Registers a boat with the integrator's brand. Returns the id. */
async function receive(fields: object = {}): Promise<number> {
  return (await integrator.submitRegistration(fields)).body.registration_id
}

const decide = (id: number, verb: 'accept' | 'reject', sent: object = {}) =>
  administrator.call('POST', `/registrations/${id}/${verb}`, sent)

describe('accepting', () => {
  test('makes a warranty of what the owner sent, with what staff correct', async () => {
    const hin = newHin()
    const id = await receive({ hin: newHin(), dealer_code: 'HC-1' })
    const corrected = { hin, warranty_duration_months: 36, coverage_type: 'limited', model_code: null }
    const accepted = await decide(id, 'accept', { body: corrected })
    expect(accepted.status, accepted.text).toBe(200)
    expect(accepted.body.data).toMatchObject({ id, state: 'accepted', decided_at: expect.any(String) })
    const warranty = await administrator.call('GET', `/warranties/${accepted.body.data.warranty_id}`)
    const today = new Date().toISOString().slice(0, 10)
    expect(warranty.body.data).toMatchObject({
      hin,
      brand: slug,
      model: 'Tidewater 24',
      registration_date: today,
      purchase_date: '2025-03-01',
      warranty_start_date: '2025-03-01',
      warranty_end_date: '2028-03-01',
      coverage_type: 'limited',
      contact: { first_name: 'Ada', email: 'ada@example.com', zipcode: '75067', country_code: 'US' },
    })
    const { body } = await administrator.call('GET', `/audit?action=registration.accepted&brand=${slug}`)
    expect(body.data[0]).toMatchObject({
      actor: { kind: 'user' },
      action: 'registration.accepted',
      subject: { kind: 'registration', id },
      after: { state: 'accepted', warranty_id: accepted.body.data.warranty_id },
    })
  })

  test('several people at the same time make one warranty', async () => {
    const id = await receive()
    const answers = await Promise.all(Array.from({ length: 4 }, () => decide(id, 'accept')))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    expect((await decide(id, 'reject', { body: { reason: 'Too late' } })).body.error).toMatchObject({
      code: 'CONFLICT',
      message: `Registration ${id} is already accepted.`,
    })
  })

  test('two registrations of one boat, accepted at the same time, make one warranty', async () => {
    const hin = newHin()
    const ids = [await receive({ hin }), await receive({ hin })]
    const answers = await Promise.all(ids.map((id) => decide(id, 'accept')))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const { body } = await administrator.call('GET', `/registrations?brand=${slug}&q=${hin}`)
    expect(body.data.map(({ state }: { state: string }) => state).sort()).toEqual(['accepted', 'received'])
  })

  test('a HIN that has a warranty is a conflict, or a transfer if staff say so', async () => {
    const hin = newHin()
    await integrator.register({ hin })
    const id = await receive({
      hin,
      ...contact({ first_name: 'Bo', last_name: 'Lake', email: 'bo@example.com' }),
    })
    const refused = await decide(id, 'accept')
    expect([refused.status, refused.body.error.code]).toEqual([409, 'DUPLICATE_HIN'])
    const body = { transfer: true, model: 'Another' }
    expect((await decide(id, 'accept', { body })).body.error.details).toMatchObject([{ field: 'model' }])
    const accepted = await decide(id, 'accept', { body: { transfer: true } })
    expect(accepted.status, accepted.text).toBe(200)
    const { body: history } = await administrator.call(
      'GET',
      `/warranties/${accepted.body.data.warranty_id}/history`,
    )
    expect(history.data.history.map(({ first_name }: { first_name: string }) => first_name)).toEqual([
      'Ada',
      'Bo',
    ])
  })

  test.each([
    ['a transfer of a HIN without a warranty', { transfer: true }, 409, 'CONFLICT'],
    ['a malformed HIN', { hin: 'HCX-1' }, 422, 'INVALID_HIN_FORMAT'],
    ['a field that a warranty does not have', { colour: 'red' }, 422, 'VALIDATION_ERROR'],
    ['another owner', { contact: {} }, 422, 'VALIDATION_ERROR'],
  ])('%s is refused and changes nothing', async (_what, body, status, code) => {
    const id = await receive()
    const refused = await decide(id, 'accept', { body })
    expect([refused.status, refused.body.error.code]).toEqual([status, code])
    const { body: shown } = await administrator.call('GET', `/registrations/${id}`)
    expect(shown.data).toMatchObject({ state: 'received', warranty_id: null })
  })

  test('a registration that changed since it was read is not decided on', async () => {
    const hin = newHin()
    const id = await receive({ hin })
    const { headers } = await administrator.call('GET', `/registrations/${id}`)
    await receive({ hin, ...contact({ email: 'bo@example.com' }) })
    const stale = { headers: { 'if-match': String(headers.etag) } }
    expect((await decide(id, 'accept', stale)).body.error.code).toBe('PRECONDITION_FAILED')
    const fresh = await administrator.call('GET', `/registrations/${id}`)
    const current = { headers: { 'if-match': String(fresh.headers.etag) } }
    expect((await decide(id, 'accept', current)).status).toBe(200)
  })
})

test('the owner of an accepted boat gets the certificate by mail', async () => {
  const email = 'owner@example.com'
  const id = await receive(contact({ email }))
  await decide(id, 'accept')
  const sources = () => mail.mails.filter(({ to }) => to.includes(email)).map(({ source }) => source)
  await expect.poll(() => sources().length).toBe(2)
  const [received, accepted] = sources()
  expect(received).toContain('we have received your registration')
  expect(accepted).toMatch(/https:\/\/transom\.example\.com\/verify\/[0-9A-Z]/)
  expect(accepted).toMatch(/application\/pdf.*\r\n\r\nJVBERi/s)
})

test('a rejected registration keeps the reason and has no warranty', async () => {
  const id = await receive()
  expect((await decide(id, 'reject', { body: { reason: ' ' } })).status).toBe(422)
  const rejected = await decide(id, 'reject', { body: { reason: ' Not one of our boats ' } })
  expect(rejected.body.data).toMatchObject({ state: 'rejected', reason: 'Not one of our boats' })
  expect((await decide(id, 'accept')).status).toBe(409)
  const listed = await administrator.call('GET', `/registrations?brand=${slug}&state=rejected`)
  expect(listed.body.data).toMatchObject([{ id, warranty_id: null }])
})

test('the overview counts registrations that wait, for those who may read them', async () => {
  const desk = await makeIntegrator(server, { scopes: WITH_REGISTRATION })
  for (const verb of ['accept', undefined, undefined] as const) {
    const { body } = await desk.submitRegistration()
    if (verb) await decide(body.registration_id, verb)
  }
  const path = `/overview?brand=${desk.brand.slug}`
  expect((await administrator.call('GET', path)).body.data.registrations_waiting).toBe(2)
  const sales = await makeAdministrator(server, { role: 'sales', brands: [desk.brand.slug] })
  expect((await sales.call('GET', path)).body.data.registrations_waiting).toBeNull()
})

test('the shell lists, shows, accepts and rejects like HTTP', async () => {
  const [accepted, rejected] = [await receive(), await receive()]
  const run = async (...args: string[]) => (await server.command('registrations', ...args)).stdout
  expect(await run('accept', String(accepted), '--model', 'Tidewater 26')).toMatch(
    /^Accepted: registration \d+ is warranty \d+ of /,
  )
  expect(await run('reject', String(rejected), 'A copy')).toMatch(/^Rejected: registration \d+ of /)
  expect(await run('list', '--brand', slug, '--state', 'rejected')).toMatch(/Tidewater 24 2025/)
  const shown = JSON.parse(await run('show', String(rejected), '--json'))
  const { body } = await administrator.call('GET', `/registrations/${rejected}`)
  expect(shown).toEqual(body.data)
  const { body: audit } = await administrator.call('GET', `/audit?action=registration&brand=${slug}`)
  expect(audit.data.slice(0, 2)).toMatchObject([
    { action: 'registration.rejected', actor: { kind: 'shell' } },
    { action: 'registration.accepted', actor: { kind: 'shell' } },
  ])
})

test('a brand accepts what matches without staff, if it wants', async () => {
  const desk = await makeIntegrator(server, {
    scopes: WITH_REGISTRATION,
    brand: { registration_auto_accept: true },
    more: (slug) => ({ dealers: [{ dealer_code: slug, name: 'Pier', country: 'US', brands: [slug] }] }),
  })
  await desk.register({ hin: 'HCX00001L425' })
  const matching = { hin: 'HCX00002L425', dealer_code: desk.brand.slug }
  const { status, body } = await desk.submitRegistration(matching)
  expect([status, body]).toEqual([202, RECEIVED])
  const shown = async () =>
    (await administrator.call('GET', `/registrations/${body.registration_id}`)).body.data.state
  await expect.poll(shown).toBe('accepted')
})
