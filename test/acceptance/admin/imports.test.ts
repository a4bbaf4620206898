import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Administrator, makeAdministrator } from '../../support/administrator.ts'
import { startFileServer } from '../../support/server.ts'

const server = await startFileServer()
const administrator = await makeAdministrator(server)

const newName = () => `b${randomBytes(6).toString('hex')}`

async function newBrand() {
  const slug = newName()
  await administrator.call('POST', '/brands', { body: { slug, name: slug } })
  return slug
}

function upload(
  brand: string,
  csv: string | Uint8Array,
  { kind = 'dealers', query = '', by = administrator } = {},
) {
  const headers = { 'content-type': 'text/csv' }
  return by.call('POST', `/imports?kind=${kind}&brand=${brand}${query}`, { headers, raw: csv })
}

/** Uploads a file and waits until it is checked. */
async function check(...args: Parameters<typeof upload>) {
  const created = await upload(...args)
  expect(created.status, created.text).toBe(202)
  expect(created.body.data).toMatchObject({ state: 'checking', summary: null })
  return settled(created.body.data.id, args[2]?.by)
}

/** Waits until nothing more happens by itself. */
async function settled(id: number, by: Administrator = administrator) {
  const events = await by.call('GET', `/imports/${id}/events`)
  expect([events.status, events.headers['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8'])
  const last = JSON.parse(events.text.trim().split('\n\n').at(-1)!.slice('data: '.length))
  const { data } = (await by.call('GET', `/imports/${id}`)).body
  expect(data.state).toBe(last.state)
  return data
}

async function commit(id: number, body?: object) {
  const answer = await administrator.call('POST', `/imports/${id}/commit`, body && { body })
  expect(answer.status, answer.text).toBe(202)
  return settled(id)
}

const HEADER = 'dealer_code,name,address,city,state,postal_code,country,latitude,longitude\n'

/** Dealers with codes that only this test has. */
function dealers(...names: string[]) {
  return `${HEADER}${names.map((name) => `${name},Boats ${name},1 Main St,Miami,FL,33101,US,25.78,-80.2\n`).join('')}`
}

function shownDealers(brand: string) {
  return server.command('dealers', 'list', '--brand', brand, '--json')
}

test('an import names who uploaded and committed it', async () => {
  const brand = await newBrand()
  const by = await makeAdministrator(server, { role: 'brand_manager', brands: [brand] })
  const { id } = await check(brand, dealers(newName()), { by })
  const done = await commit(id)
  const nameOf = ({ credentials }: Administrator) => ({ kind: 'user', name: credentials.email })
  expect(done).toMatchObject({ created_by: nameOf(by), committed_by: nameOf(administrator) })
  const { data } = (await by.call('GET', `/imports?brand=${brand}`)).body
  expect(data).toMatchObject([{ created_by: nameOf(by), committed_by: nameOf(administrator) }])
})

test('an import is checked first, changes nothing until it is committed, and is committed once', async () => {
  const [brand, one, two] = [await newBrand(), newName(), newName()]
  const checked = await check(brand, dealers(one, two))
  expect(checked).toMatchObject({
    state: 'ready',
    can_commit: true,
    progress: { done: 2, total: 2 },
    summary: { create: 2, update: 0, unchanged: 0, remove: 0, invalid: 0 },
    errors: [],
  })
  expect((await shownDealers(brand)).stdout).not.toContain(one)
  const done = await commit(checked.id)
  expect(done).toMatchObject({ state: 'done', summary: checked.summary, summary_changed: false })
  expect((await shownDealers(brand)).stdout).toContain(two)
  const again = await administrator.call('POST', `/imports/${checked.id}/commit`)
  expect([again.status, again.body.error.code]).toEqual([409, 'CONFLICT'])
  const changed = await check(brand, dealers(one).replace('Main', 'Water'), { query: '&mode=replace' })
  expect(changed.summary).toEqual({ create: 0, update: 1, unchanged: 0, remove: 1, invalid: 0 })
  await commit(changed.id)
  const listed = await shownDealers(brand)
  expect([listed.stdout.includes(one), listed.stdout.includes(two)]).toEqual([true, false])
})

test('invalid rows are named by line and column, downloaded with reasons, and skipped on request', async () => {
  const [brand, one] = [await newBrand(), newName()]
  const checked = await check(brand, `${dealers(one)}=1+1,,1 Main St,Miami,FL,33101,US,,\n`)
  expect(checked.summary).toMatchObject({ create: 1, invalid: 1 })
  expect(checked.errors).toEqual([{ line: 3, column: 'name', message: 'Name is missing.' }])
  const rows = await administrator.call('GET', `/imports/${checked.id}/invalid-rows`)
  expect(rows.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(rows.text.split('\r\n')).toEqual([
    `\ufeffline,reason,${HEADER.trim()}`,
    "3,Name is missing.,'=1+1,,1 Main St,Miami,FL,33101,US,,",
    '',
  ])
  const wrong = await administrator.call('GET', `/imports/${checked.id}/invalid-rows?page=2`)
  expect([wrong.status, wrong.body.error.code]).toEqual([422, 'VALIDATION_ERROR'])
  const refused = await administrator.call('POST', `/imports/${checked.id}/commit`, { body: {} })
  expect([refused.status, refused.body.error.code]).toEqual([409, 'CONFLICT'])
  expect(await commit(checked.id, { skip_invalid: true })).toMatchObject({
    state: 'done',
    summary: checked.summary,
  })
  expect((await shownDealers(brand)).stdout).toContain(one)
})

test('if two imports of one brand are committed together, the second is checked again', async () => {
  const [brand, one] = [await newBrand(), newName()]
  const checked = await Promise.all([check(brand, dealers(one)), check(brand, dealers(one))])
  const done = await Promise.all(checked.map(({ id }) => commit(id)))
  expect(done.map(({ state }) => state)).toEqual(['done', 'done'])
  expect(done.map(({ summary_changed }) => summary_changed).sort()).toEqual([false, true])
  const second = done.find(({ summary_changed }) => summary_changed)!
  expect(second.summary).toEqual({ create: 0, update: 0, unchanged: 1, remove: 0, invalid: 0 })
})

test('territories and warranties are imported, their options given as parameters', async () => {
  const [brand, one] = [await newBrand(), newName()]
  await commit((await check(brand, dealers(one))).id)
  const territories = await check(brand, `Zip;Nummer\n331;${one}\n`, {
    kind: 'territories',
    query: '&map=Nummer%3Ddealer_code',
  })
  expect(territories.summary).toMatchObject({ create: 1, invalid: 0 })
  expect((await commit(territories.id)).state).toBe('done')
  const hin = `ABC${Math.floor(Math.random() * 90_000 + 10_000)}D526`
  const csv = `hin,model,model_year,Sold,registration_date,contact_first_name,contact_last_name,contact_zipcode,contact_email
${hin},M1,2026,05/06/2026,05/06/2026,Ada,Byron,33101,ada@example.com
${hin},M1,2026,05/06/2026,05/06/2026,Ada,Byron,33101,ada@example.com
`
  const unclear = await check(brand, csv, { kind: 'warranties' })
  expect(unclear.errors[0]).toMatchObject({ line: 2, column: 'registration_date' })
  expect(unclear.errors[0].message).toContain('Give the order of the dates.')
  const query = `&date_format=mdy&map=${encodeURIComponent('{"Sold":"purchase_date"}')}`
  const warranties = await check(brand, csv, { kind: 'warranties', query })
  expect(warranties.summary).toEqual({ create: 1, update: 0, unchanged: 0, remove: 0, invalid: 1 })
  expect(warranties.errors).toEqual([{ line: 3, column: 'hin', message: `HIN ${hin} is in line 2 already.` }])
  expect((await commit(warranties.id, { skip_invalid: true })).state).toBe('done')
  const repeated = await check(brand, csv, { kind: 'warranties', query })
  const refused = await administrator.call('POST', `/imports/${repeated.id}/commit`, {
    body: { skip_invalid: true },
  })
  expect(refused.status).toBe(409)
})

test.each([
  ['a file that is too large', new Uint8Array(65 * 1_048_576), 'text/csv', 413, 'BODY_TOO_LARGE'],
  ['a file of another type', 'name\n', 'application/json', 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ['an empty file', '', 'text/csv', 422, 'VALIDATION_ERROR'],
])('%s is refused', async (_what, raw, type, status, code) => {
  const brand = await newBrand()
  const headers = { 'content-type': type }
  const answer = await administrator.call('POST', `/imports?kind=dealers&brand=${brand}`, { headers, raw })
  expect([answer.status, answer.body.error.code]).toEqual([status, code])
  expect((await administrator.call('GET', `/imports?brand=${brand}`)).body.data).toEqual([])
})

test.each([
  ['without rows that name columns', 'colour,size\nred,1\n', /No column holds name/],
  [
    'that is cut within a character',
    Buffer.from('name,city\nMüller,Zürich\nMüller,Zürich\nMü').subarray(0, -1),
    /character is broken/,
  ],
  ['that is no text', 'name\0,city\n', /not a text file/],
  ['with a quote that is never closed', 'name,city\n"Alpha,Miami\n', /never closed/],
])('a file %s fails its check with a reason', async (_what, csv, reason) => {
  const failed = await check(await newBrand(), csv)
  expect(failed).toMatchObject({ state: 'failed', can_commit: false, summary: null })
  expect(failed.reason).toMatch(reason)
  expect(failed.reason).not.toMatch(/--/)
  const refused = await administrator.call('POST', `/imports/${failed.id}/commit`)
  expect(refused.status).toBe(409)
})

test.each([
  ['an unknown kind', 'kind=boats&brand=x', 'kind'],
  ['a missing brand', 'kind=dealers', 'brand'],
  ['an unknown parameter', 'kind=dealers&brand=x&colour=red', 'colour'],
  ['a replacement of warranties', 'kind=warranties&brand=x&mode=replace', 'mode'],
])('%s is 422 and named', async (_what, query, field) => {
  const answer = await administrator.call('POST', `/imports?${query}`, {
    headers: { 'content-type': 'text/csv' },
    raw: 'name\n',
  })
  expect([answer.status, answer.body.error.code]).toEqual([422, 'VALIDATION_ERROR'])
  expect(answer.body.error.details.map((issue: { field: string }) => issue.field)).toContain(field)
})

test('for a caller, imports of other brands and kinds do not exist', async () => {
  const [own, other] = [await newBrand(), await newBrand()]
  const manager = await makeAdministrator(server, { role: 'brand_manager', brands: [own] })
  const clerk = await makeAdministrator(server, { permissions: ['warranty:create'], brands: [own] })
  const viewer = await makeAdministrator(server, { role: 'viewer', brands: [own] })
  const foreign = await check(other, dealers(newName()))
  const mine = await check(own, dealers(newName()), { by: manager })
  expect((await upload(other, dealers(newName()), { by: manager })).status).toBe(404)
  expect((await manager.call('GET', `/imports/${foreign.id}`)).status).toBe(404)
  expect((await manager.call('POST', `/imports/${foreign.id}/commit`)).status).toBe(404)
  expect((await manager.call('GET', `/imports/${foreign.id}/events`)).status).toBe(404)
  expect((await manager.call('GET', `/imports/${foreign.id}/invalid-rows`)).status).toBe(404)
  const listed = await manager.call('GET', '/imports')
  expect(listed.body.data.map(({ id }: { id: number }) => id)).toEqual([mine.id])
  expect(listed.body.meta.pagination).toMatchObject({ total: 1, next_cursor: null })
  expect((await clerk.call('GET', '/imports')).body.data).toEqual([])
  expect((await upload(own, dealers(newName()), { by: clerk })).status).toBe(403)
  expect((await clerk.call('POST', `/imports/${mine.id}/commit`)).status).toBe(403)
  expect((await viewer.call('GET', '/imports')).body.error.code).toBe('ENDPOINT_NOT_PERMITTED')
})

test('an upload that is repeated with its Idempotency-Key is one import', async () => {
  const brand = await newBrand()
  const headers = { 'content-type': 'text/csv', 'idempotency-key': brand }
  const send = (raw: string) =>
    administrator.call('POST', `/imports?kind=dealers&brand=${brand}`, { headers, raw })
  const csv = dealers(newName())
  const [first, again] = [await send(csv), await send(csv)]
  expect([first.status, again.status, again.headers['idempotency-replayed']]).toEqual([202, 202, 'true'])
  expect(again.body.data.id).toBe(first.body.data.id)
  expect((await send(dealers(newName()))).body.error.code).toBe('IDEMPOTENCY_CONFLICT')
  expect((await administrator.call('GET', `/imports?brand=${brand}`)).body.data).toHaveLength(1)
})

test('a caller imports over neither dealers of other brands nor those shared with them', async () => {
  const [own, other, hidden, shared] = [await newBrand(), await newBrand(), newName(), newName()]
  await commit((await check(other, dealers(hidden, shared))).id)
  await commit((await check(own, dealers(shared))).id)
  const manager = await makeAdministrator(server, { role: 'brand_manager', brands: [own] })
  const by = { by: manager }
  const unchanged = await check(own, dealers(shared), by)
  expect(unchanged.summary).toMatchObject({ unchanged: 1, invalid: 0 })
  const changed = await check(own, dealers(hidden, shared).replaceAll('Main', 'Water'), by)
  expect(changed.summary).toMatchObject({ update: 0, invalid: 2 })
  expect(changed.errors[0].message).toContain('of other brands')
  expect(JSON.stringify(changed)).not.toContain(`Boats ${hidden}`)
  const territories = await check(own, `postal_code,dealer_code\n331,${hidden}\n332,${shared}\n`, {
    ...by,
    kind: 'territories',
  })
  expect(territories.summary).toMatchObject({ create: 1, invalid: 1 })
  expect(territories.errors[0]).toMatchObject({ line: 2, column: 'dealer_code' })
})

test('the columns of a file are recognized from its beginning, and a file with other names is mapped by them', async () => {
  const brand = await newBrand()
  const code = newName()
  const csv = `Nr;Firma;Ort;PLZ;Land;Umsatz\n${code};Bootshaus;Kiel;24103;DE;"1\n`
  const read = (raw: string, kind = 'dealers') =>
    administrator.call('POST', `/imports/columns?kind=${kind}`, {
      headers: { 'content-type': 'text/csv' },
      raw,
    })
  const { status, body } = await read(csv.slice(0, -3))
  expect(status).toBe(200)
  expect(body.data.columns).toEqual([
    { name: 'Nr', field: null, examples: [] },
    { name: 'Firma', field: null, examples: [] },
    { name: 'Ort', field: null, examples: [] },
    { name: 'PLZ', field: 'postal_code', examples: [] },
    { name: 'Land', field: null, examples: [] },
    { name: 'Umsatz', field: null, examples: [] },
  ])
  expect(body.data.fields).toContain('dealer_code')
  expect(body.data.required).toEqual([['name', 'dealer_code', 'id']])
  const complete = csv.replace('"1', '1')
  expect((await read(complete)).body.data.columns[1].examples).toEqual(['Bootshaus'])
  const map = JSON.stringify({ Nr: 'dealer_code', Firma: 'name', Ort: 'city', Land: 'country', PLZ: null })
  const checked = await check(brand, complete, { query: `&map=${encodeURIComponent(map)}` })
  expect(checked.summary).toMatchObject({ create: 1, invalid: 0 })
  expect(checked.ignored_columns).toEqual(['PLZ', 'Umsatz'])
  expect((await read('hin,model\n')).body.data.looks_like).toBe('warranties')
  expect((await read('zip,dealer\n', 'territories')).body.data.columns).toMatchObject([
    { field: 'postal_code' },
    { field: 'dealer_code' },
  ])
  expect((await read('hin,zip\n', 'warranties')).body.data.columns[1].field).toBe('contact_zipcode')
  expect((await read('')).body.error.code).toBe('VALIDATION_ERROR')
  expect((await read(`name\n${'x'.repeat(65_536)}`)).body.error.code).toBe('BODY_TOO_LARGE')
  const viewer = await makeAdministrator(server, { role: 'viewer', brands: [brand] })
  const refused = await viewer.call('POST', '/imports/columns?kind=dealers', {
    headers: { 'content-type': 'text/csv' },
    raw: csv,
  })
  expect(refused.body.error.code).toBe('ENDPOINT_NOT_PERMITTED')
})
