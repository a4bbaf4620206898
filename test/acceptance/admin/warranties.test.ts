import { afterAll, describe, expect, test } from 'vitest'
import { makeAdministrator } from '../../support/administrator.ts'
import { makeIntegrator, newHin, warrantyBody } from '../../support/integrator.ts'
import { startServer } from '../../support/server.ts'

const server = await startServer()
afterAll(() => server[Symbol.asyncDispose]())

/** A brand, and a person who manages it. */
async function makeBrand(fields: object = {}) {
  const { brand } = await makeIntegrator(server, { brand: fields })
  const manager = await makeAdministrator(server, { role: 'brand_manager', brands: [brand.slug] })
  const register = async (fields: object = {}) => {
    const { brand_id: _, ...body } = warrantyBody(brand.id, fields)
    const made = await manager.call('POST', '/warranties', { body: { brand: brand.slug, ...body } })
    expect(made.status, made.text).toBe(201)
    return { record: made.body.data, etag: made.headers.etag!, warnings: made.body.meta.warnings }
  }
  return { brand, manager, register }
}

const owner = { first_name: 'Nora', last_name: 'Newman', email: 'nora@example.com', zipcode: '20095' }

test('a warranty is registered, shown and listed with the same record', async () => {
  const { brand, manager, register } = await makeBrand()
  const { record, etag } = await register()
  expect(record).toMatchObject({
    brand: brand.slug,
    brand_id: brand.id,
    created_at: record.updated_at,
    hin_details: expect.objectContaining({ warnings: expect.any(Array) }),
  })
  const shown = await manager.call('GET', `/warranties/${record.id}`)
  expect([shown.body.data, shown.headers.etag]).toEqual([record, etag])
  const listed = await manager.call('GET', '/warranties')
  expect(listed.body.data).toEqual([record])
  expect(listed.body.meta.pagination).toMatchObject({ page: 1, total: 1, next_cursor: null })
})

test('a correction changes what was registered, and an outdated ETag changes nothing', async () => {
  const { manager, register } = await makeBrand()
  const { record, etag } = await register({ order_number: 'SO-1' })
  const correct = (body: object, headers = {}) =>
    manager.call('PATCH', `/warranties/${record.id}`, { body, headers })
  const corrected = await correct({ model: 'Corrected', order_number: null }, { 'if-match': etag })
  expect(corrected.body.data).toMatchObject({ model: 'Corrected', order_number: null })
  const outdated = await correct({ model: 'Again' }, { 'if-match': etag })
  expect([outdated.status, outdated.body.error.code]).toEqual([412, 'PRECONDITION_FAILED'])
  expect((await manager.call('GET', `/warranties/${record.id}`)).body.data).toEqual(corrected.body.data)
  const contact = await correct(
    { contact: { phone: '+1 512 555 0100' } },
    { 'if-match': corrected.headers.etag! },
  )
  expect(contact.body.data.contact.phone).toBe('+1 512 555 0100')
})

test('the contact changes over HTTP and from the shell, with the same audit entry except for the actor', async () => {
  const { manager, register } = await makeBrand()
  const { record } = await register()
  const path = `/warranties/${record.id}`
  const contact = { email: null, phone: '+1 512 555 0100', city: 'Austin' }
  expect((await manager.call('PATCH', path, { body: { contact } })).body.data.contact).toMatchObject(contact)
  const words = ['--email', 'ada@example.com', '--phone', 'none', '--city', 'none', '--json']
  const ran = await server.command('warranties', 'contact', record.hin, ...words)
  const next = { email: 'ada@example.com', phone: null, city: null }
  expect(JSON.parse(ran.stdout).contact, ran.stderr).toMatchObject(next)
  const { body } = await manager.call('GET', `${path}/audit`)
  const [shell, http] = body.data
  expect([shell.actor.kind, http.actor.kind]).toEqual(['shell', 'user'])
  const same = { id: 0, at: '', actor: null }
  expect({ ...shell, ...same }).toEqual({ ...http, ...same })
  expect((await server.command('warranties', 'contact', 'ZZZ00000A526', '--city', 'X')).code).toBe(2)
  expect((await server.command('warranties', 'contact', record.hin)).code).toBe(1)
  expect((await server.command('warranties', 'contact', record.hin, '--email', 'none')).code).toBe(1)
})

test("a correction of the first owner's date shows in the history", async () => {
  const { manager, register } = await makeBrand()
  const { record } = await register({ registration_date: '2025-03-01' })
  const path = `/warranties/${record.id}`
  const transferred = await manager.call('POST', `${path}/transfer`, {
    body: { contact: owner, registration_date: '2025-06-01' },
  })
  expect(transferred.body.data).toMatchObject({ id: record.id, contact: { first_name: 'Nora' } })
  const corrected = await manager.call('PATCH', path, { body: { owner: 1, registration_date: '2025-02-01' } })
  expect(corrected.status, corrected.text).toBe(200)
  const { history } = (await manager.call('GET', `${path}/history`)).body.data
  expect(history[0]).toMatchObject({ purchase_date: expect.any(String), transfer_date: '2025-06-01' })
  expect(history.map((one: { registration_date: string }) => one.registration_date)).toEqual([
    '2025-02-01',
    '2025-06-01',
  ])
  const none = await manager.call('PATCH', path, { body: { owner: 3, registration_date: '2025-02-01' } })
  expect([none.status, none.body.error.details[0].field]).toEqual([422, 'owner'])
})

test('a transfer that is repeated with its Idempotency-Key is done once', async () => {
  const { manager, register } = await makeBrand()
  const { record } = await register()
  const transfer = () =>
    manager.call('POST', `/warranties/${record.id}/transfer`, {
      headers: { 'idempotency-key': record.hin },
      body: { contact: owner },
    })
  const [first, again] = [await transfer(), await transfer()]
  expect([first.status, again.status, again.headers['idempotency-replayed']]).toEqual([200, 200, 'true'])
  const { history } = (await manager.call('GET', `/warranties/${record.id}/history`)).body.data
  expect(history).toHaveLength(2)
})

test('without a CRM, a sync that is retried is not configured', async () => {
  const { manager, register } = await makeBrand()
  const { record } = await register()
  const retried = await manager.call('POST', `/warranties/${record.id}/retry-sync`)
  expect(retried.body.data).toMatchObject({ id: record.id, crm_sync: { status: 'not_configured' } })
})

test('deliveries and changes of a warranty are listed for callers who may read them', async () => {
  const { brand, manager, register } = await makeBrand({
    warranty_crm: { type: 'webhook', url: 'http://127.0.0.1:1/' },
  })
  const { record } = await register()
  await register()
  const path = `/warranties/${record.id}`
  const sent = await manager.call('GET', `${path}/deliveries`)
  expect(sent.body.data).toHaveLength(1)
  expect(sent.body.data[0]).toMatchObject({ kind: 'warranty_sync', event: 'warranty.registered' })
  const done = await manager.call('GET', `${path}/audit`)
  expect(done.body.data).toHaveLength(1)
  expect(done.body.data[0]).toMatchObject({ action: 'warranty.registered', subject: { id: record.id } })
  const reader = await makeAdministrator(server, { permissions: ['warranty:*'], brands: [brand.slug] })
  for (const list of ['deliveries', 'audit']) {
    expect((await reader.call('GET', `${path}/${list}`)).status).toBe(403)
  }
})

test('a HIN is registered once', async () => {
  const { brand, manager, register } = await makeBrand()
  const { record } = await register()
  const { brand_id: _, ...body } = warrantyBody(brand.id, { hin: record.hin })
  const again = await manager.call('POST', '/warranties', { body: { brand: brand.slug, ...body } })
  expect([again.status, again.body.error.code]).toEqual([409, 'DUPLICATE_HIN'])
})

test('oddities of a registration or a transfer are warnings', async () => {
  const { manager, register } = await makeBrand()
  const { record, warnings } = await register({ model_year: '26/27' })
  expect(warnings).toMatchObject([{ field: 'model_year' }])
  const transferred = await manager.call('POST', `/warranties/${record.id}/transfer`, {
    body: { contact: owner, registration_date: '2199-01-01' },
  })
  expect(transferred.body.meta.warnings).toMatchObject([{ field: 'registration_date' }])
})

test("another brand's warranties do not exist", async () => {
  const [mine, theirs] = [await makeBrand(), await makeBrand()]
  const { record } = await theirs.register()
  const path = `/warranties/${record.id}`
  const answers = [
    await mine.manager.call('GET', path),
    await mine.manager.call('PATCH', path, { body: { model: 'Mine' } }),
    await mine.manager.call('PATCH', path, { body: { contact: { city: 'Mine' } } }),
    await mine.manager.call('POST', `${path}/transfer`, { body: { contact: owner } }),
    await mine.manager.call('POST', `${path}/retry-sync`),
    await mine.manager.call('GET', `${path}/history`),
    await mine.manager.call('GET', `${path}/deliveries`),
    await mine.manager.call('GET', `${path}/audit`),
    await mine.manager.call('GET', `/warranties?brand=${theirs.brand.slug}`),
  ]
  expect(answers.map(({ status, body }) => [status, body.error.code])).toEqual(
    answers.map(() => [404, 'NOT_FOUND']),
  )
  expect((await mine.manager.call('GET', '/warranties')).body.data).toEqual([])
  const { brand_id: _, ...body } = warrantyBody(theirs.brand.id)
  const made = await mine.manager.call('POST', '/warranties', { body: { brand: theirs.brand.slug, ...body } })
  expect(made.status).toBe(404)
})

test('a malformed HIN has the code of the warranty interface', async () => {
  const { brand, manager } = await makeBrand()
  const { brand_id: _, ...body } = warrantyBody(brand.id)
  const made = await manager.call('POST', '/warranties', {
    body: { brand: brand.slug, ...body, hin: 'HCX-1' },
  })
  expect([made.status, made.body.error.code, made.body.error.details[0].field]).toEqual([
    422,
    'INVALID_HIN_FORMAT',
    'hin',
  ])
})

test('filters select, and pages by number and by cursor agree', async () => {
  const { manager, register } = await makeBrand()
  const made = []
  for (const fields of [
    { model_year: '2024', warranty_status: 'voided', registration_date: '2024-05-01' },
    { model_year: '2025', warranty_status: 'voided', registration_date: '2025-05-01' },
    { model_year: '2025', registration_date: '2025-06-01' },
    { model_year: '2025', registration_date: '2025-07-01' },
  ]) {
    made.push((await register({ ...fields, warranty_duration_months: null })).record)
  }
  const hins = async (query: string) => {
    const answer = await manager.call('GET', `/warranties?${query}`)
    expect(answer.status, answer.text).toBe(200)
    const found = answer.body.data.map(({ hin }: { hin: string }) => hin)
    return { found, ...answer.body.meta.pagination }
  }
  const newest = made.map(({ hin }) => hin).reverse()
  const [fourth, third, second, first] = newest
  expect((await hins('status=voided')).found).toEqual([second, first])
  expect((await hins('model_year=2025')).found).toEqual([fourth, third, second])
  expect((await hins('model_year=2025&status=voided')).found).toEqual([second])
  expect((await hins('sync_status=failed&status=active')).found).toEqual([])
  expect((await hins('sync_status=not_configured&model_year=2024')).found).toEqual([first])
  expect((await hins('registered_from=2025-05-01&registered_to=2025-06-01')).found).toEqual([third, second])
  expect((await hins('registered_from=2025-05-01&status=voided')).found).toEqual([second])
  expect((await hins(`updated_since=${made[2].updated_at}`)).found).toEqual([fourth, third])
  const page = await hins('limit=3')
  expect(page).toMatchObject({ found: newest.slice(0, 3), total: 4, total_pages: 2 })
  expect((await hins('limit=3&page=2')).found).toEqual([first])
  expect((await hins(`limit=3&cursor=${page.next_cursor}`)).found).toEqual([first])
})

describe('a search', async () => {
  const { brand, manager, register } = await makeBrand()
  const other = await makeBrand()
  const contact = (fields: object) => ({ contact: { zipcode: '75067', ...fields } })
  const zoe = await register({
    ...contact({ first_name: 'Zoë', last_name: "O'Dell Quartermain", email: 'Zoe.Q@Example.com' }),
    hin: `QQZ${newHin().slice(3)}`,
  })
  const yan = await register(
    contact({ first_name: 'Yan', last_name: 'Quarry', phone: '+1 (972) 555-0143', email: null }),
  )
  const gerd = await register(
    contact({ first_name: 'Gerd', last_name: 'Müller', phone: '040 1234567', country_code: 'DE' }),
  )
  await other.register(contact({ first_name: 'Zoë', last_name: 'Quartermain', email: 'zoe.q@example.com' }))
  const find = async (q: string, more = '') => {
    const answer = await manager.call('GET', `/warranties?q=${encodeURIComponent(q)}${more}`)
    expect(answer.status, answer.text).toBe(200)
    return {
      found: answer.body.data.map(({ id }: { id: number }) => id),
      ...answer.body.meta.pagination,
    }
  }

  test.each([
    ['the start of a HIN', () => zoe.record.hin.slice(0, 5).toLowerCase(), [zoe]],
    ['a HIN', () => yan.record.hin, [yan]],
    ['the beginning of a name', 'quar', [yan, zoe]],
    ['words of a name in any order', 'quarter zo', [zoe]],
    ['a name without its accents', 'muller', [gerd]],
    ['a name with its accents', 'MÜLLER gerd', [gerd]],
    ['a name without its apostrophe', 'odell', [zoe]],
    ['an e-mail address in another case', 'zoe.q@example.COM', [zoe]],
    ['the beginning of an e-mail address', 'zoe.q', [zoe]],
    ['the digits of a phone number', '9725550143', [yan]],
    ['a phone number in another form', '1-972-555-0143', [yan]],
    ['the beginning of a phone number', '(972) 555', [yan]],
    ['the end of a phone number', '555 0143', [yan]],
    ["a phone number with the country's code", '+49 40 1234567', [gerd]],
    ['two words of different owners', 'yan müller', []],
    ['no text', ' ', []],
  ])('finds by %s within the brands', async (_what, q, expected) => {
    const { found } = await find(typeof q === 'function' ? q() : q)
    expect(found).toEqual(expected.map(({ record }) => record.id))
  })

  test('combines with filters and pages', async () => {
    expect((await find('quar', '&status=voided')).found).toEqual([])
    expect((await find('quar', `&status=active&brand=${brand.slug}`)).total).toBe(2)
    const first = await find('quar', '&limit=1')
    expect(first).toMatchObject({ found: [yan.record.id], total: 2, total_pages: 2 })
    expect((await find('quar', '&limit=1&page=2')).found).toEqual([zoe.record.id])
    const next = await find('quar', `&limit=1&cursor=${first.next_cursor}`)
    expect(next).toMatchObject({ found: [zoe.record.id], next_cursor: null })
  })

  test('finds the current owner only, as changed', async () => {
    const { record } = await register(
      contact({ first_name: 'Xaver', last_name: 'Ximenes', email: 'x@example.com' }),
    )
    const path = `/warranties/${record.id}`
    await manager.call('PATCH', path, { body: { contact: { last_name: 'Xylander' } } })
    expect([(await find('ximenes')).total, (await find('xylander')).found]).toEqual([0, [record.id]])
    await manager.call('POST', `${path}/transfer`, { body: { contact: owner } })
    expect([(await find('xylander')).total, (await find('nora newman')).found]).toEqual([0, [record.id]])
    await server.command('person', 'erase', owner.email, '--yes')
    expect((await find('newman')).found).not.toContain(record.id)
    expect((await find(record.hin)).found).toEqual([record.id])
  })
})

test.each([
  ['an unknown filter', 'GET', '/warranties?stat=active', undefined, 'stat'],
  ['an unknown status', 'GET', '/warranties?status=open', undefined, 'status'],
  ['a date that is none', 'GET', '/warranties?registered_from=2025-02-30', undefined, 'registered_from'],
  ['a time that is none', 'GET', '/warranties?updated_since=soon', undefined, 'updated_since'],
  ['an unknown field of a registration', 'POST', '/warranties', { brand: 'x', colour: 'red' }, 'colour'],
  ['an unknown field of a correction', 'PATCH', '/warranties/1', { hin: newHin() }, 'hin'],
  ['null for a required field', 'PATCH', '/warranties/1', { model: null }, 'model'],
])('%s is 422 and named', async (_what, method, path, body, field) => {
  const { manager } = await makeBrand()
  const answer = await manager.call(method, path, { body })
  expect(answer.status).toBe(422)
  expect(answer.body.error.details.map((issue: { field: string }) => issue.field)).toContain(field)
})

test('a caller who may correct but not update cannot change the contact, and vice versa', async () => {
  const { brand, register } = await makeBrand()
  const { record } = await register()
  const change = async (permission: string, body: object) => {
    const caller = await makeAdministrator(server, { permissions: [permission], brands: [brand.slug] })
    return (await caller.call('PATCH', `/warranties/${record.id}`, { body })).status
  }
  const contact = { city: 'Austin' }
  expect(await change('warranty:correct', { contact })).toBe(403)
  expect(await change('warranty:update', { contact })).toBe(200)
  expect(await change('warranty:update', { model: 'Other' })).toBe(403)
  expect(await change('warranty:correct', { model: 'Other' })).toBe(200)
})
