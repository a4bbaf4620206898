import { randomBytes } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { makeAdministrator } from '../../support/administrator.ts'
import { startServer } from '../../support/server.ts'

const server = await startServer()
afterAll(() => server[Symbol.asyncDispose]())
const administrator = await makeAdministrator(server)

const newSlug = () => `brand-${randomBytes(6).toString('hex')}`

async function createBrand(fields: object = {}) {
  const slug = newSlug()
  const created = await administrator.call('POST', '/brands', { body: { slug, name: 'Brand', ...fields } })
  expect(created.status, created.text).toBe(201)
  return { slug, record: created.body.data, etag: created.headers.etag! }
}

test('a brand is created, shown and listed without its secrets', async () => {
  const secret = `whsec_${Buffer.alloc(24, 1).toString('base64')}`
  const { slug, record, etag } = await createBrand({
    lead_webhook: { url: 'https://crm.example.com/leads?key=7', secret },
  })
  expect(record).toMatchObject({
    slug,
    lead_webhook: { url: 'https://crm.example.com/leads?key=7', signed: true },
    created_at: record.updated_at,
  })
  const shown = await administrator.call('GET', `/brands/${record.id}`)
  expect(shown.body.data).toEqual(record)
  expect(shown.headers.etag).toBe(etag)
  expect(shown.body.meta.version).toBe('1.0.0')
  const listed = await administrator.call('GET', '/brands?limit=200')
  expect(listed.body.data).toContainEqual(record)
  expect(listed.text).not.toContain(secret)
})

test('a change with an outdated ETag changes nothing', async () => {
  const { record, etag } = await createBrand()
  const change = (name: string, version: string) =>
    administrator.call('PATCH', `/brands/${record.id}`, { headers: { 'if-match': version }, body: { name } })
  const first = await change('First', etag)
  expect(first.status).toBe(200)
  const second = await change('Second', etag)
  expect([second.status, second.body.error.code]).toEqual([412, 'PRECONDITION_FAILED'])
  expect((await administrator.call('GET', `/brands/${record.id}`)).body.data.name).toBe('First')
  expect((await change('Third', first.headers.etag!)).body.data.name).toBe('Third')
})

test('a request that is repeated with its Idempotency-Key creates one brand', async () => {
  const create = () =>
    administrator.call('POST', '/brands', {
      headers: { 'idempotency-key': slug },
      body: { slug, name: 'Once' },
    })
  const slug = newSlug()
  const [first, again] = [await create(), await create()]
  expect([first.status, again.status, again.headers['idempotency-replayed']]).toEqual([201, 201, 'true'])
  expect(again.body.data).toEqual(first.body.data)
})

test('for a caller, other brands do not exist, and a new one takes all brands', async () => {
  const { slug, record } = await createBrand({ lead_webhook: { url: 'https://crm.example.com/leads?key=7' } })
  const other = await createBrand()
  const manager = await makeAdministrator(server, { role: 'brand_manager', brands: [slug] })
  const listed = await manager.call('GET', '/brands')
  expect(listed.body.data.map(({ id }: { id: number }) => id)).toEqual([record.id])
  expect(listed.body.meta.pagination).toMatchObject({ page: 1, total: 1, next_cursor: null })
  expect((await manager.call('GET', `/brands/${other.record.id}`)).status).toBe(404)
  expect((await manager.call('PATCH', `/brands/${other.record.id}`, { body: { name: 'Mine' } })).status).toBe(
    404,
  )
  const refused = await manager.call('POST', '/brands', { body: { slug: newSlug(), name: 'Mine' } })
  expect([refused.status, refused.body.error.code]).toEqual([403, 'GRANT_NOT_PERMITTED'])
  const viewer = await makeAdministrator(server, { role: 'viewer', brands: [slug] })
  const shown = await viewer.call('GET', `/brands/${record.id}`)
  expect(shown.body.data.lead_webhook.url).toBe('https://crm.example.com/…')
  const change = await viewer.call('PATCH', `/brands/${record.id}`, { body: { name: 'Mine' } })
  expect([change.status, change.body.error.code]).toEqual([403, 'ENDPOINT_NOT_PERMITTED'])
})

test.each([
  ['a filter that does not exist', 'GET', '/brands?nam=x', undefined, 'nam'],
  ['a limit above 200', 'GET', '/brands?limit=201', undefined, 'limit'],
  ['a cursor that no list has returned', 'GET', '/brands?cursor=x', undefined, 'cursor'],
  ['an unknown field', 'POST', '/brands', { slug: 'x', name: 'x', colour: 'red' }, 'colour'],
  ['a missing name', 'POST', '/brands', { slug: 'x' }, 'name'],
])('%s is 422 and named', async (_what, method, path, body, field) => {
  const answer = await administrator.call(method, path, { body })
  expect([answer.status, answer.body.error.code]).toEqual([422, 'VALIDATION_ERROR'])
  expect(answer.body.error.details.map((issue: { field: string }) => issue.field)).toContain(field)
})

test('callers are refused without a token, with a wrong one, and for a path that is no id', async () => {
  expect((await server.send('GET', '/admin/v1/brands')).body.error.code).toBe('AUTHENTICATION_REQUIRED')
  const wrong = { headers: { authorization: 'Bearer sk_none' } }
  expect((await server.send('GET', '/admin/v1/brands', wrong)).body.error.code).toBe('INVALID_TOKEN')
  expect((await administrator.call('GET', '/brands/x')).body.error.code).toBe('NOT_FOUND')
})

test("another brand's slug is a conflict, over HTTP and from the shell", async () => {
  const [other, { record, slug }] = [await createBrand(), await createBrand()]
  const path = `/brands/${record.id}`
  const refused = await administrator.call('PATCH', path, { body: { slug: other.slug } })
  expect([refused.status, refused.body.error.code]).toEqual([409, 'CONFLICT'])
  const { code, stderr } = await server.command('brands', 'update', slug, '--slug', other.slug)
  expect([code, stderr]).toEqual([1, expect.stringContaining(refused.body.error.message)])
  expect((await administrator.call('PATCH', path, { body: { slug } })).status).toBe(200)
})

test('a secret is rotated, shown once, and the one before dropped', async () => {
  const { record } = await createBrand({ lead_webhook: { url: 'https://crm.example.com/leads' } })
  const change = (action: string, headers = {}) =>
    administrator.call('POST', `/brands/${record.id}/secrets`, {
      headers,
      body: { which: 'lead_webhook', action },
    })
  const headers = { 'idempotency-key': 'rotate once' }
  const rotated = await change('rotate', headers)
  expect(rotated.body.data, rotated.text).toMatchObject({ secret: expect.stringMatching(/^whsec_/) })
  const replayed = await change('rotate', headers)
  expect(replayed.headers['idempotency-replayed']).toBe('true')
  expect(replayed.text).not.toContain('whsec_')
  await change('rotate')
  const shown = async () => (await administrator.call('GET', `/brands/${record.id}`)).body.data.lead_webhook
  expect(await shown()).toMatchObject({ signed: true, previous_secret_signs: true })
  expect((await change('drop_previous')).status).toBe(200)
  expect(await shown()).not.toHaveProperty('previous_secret_signs')
  const refused = await change('drop_previous')
  expect([refused.status, refused.body.error.code]).toEqual([409, 'CONFLICT'])
})
