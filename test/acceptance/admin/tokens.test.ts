import { randomBytes } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { makeAdministrator } from '../../support/administrator.ts'
import { startServer } from '../../support/server.ts'

const server = await startServer()
afterAll(() => server[Symbol.asyncDispose]())
const administrator = await makeAdministrator(server)
const [MINE, OTHER] = [await makeBrand(), await makeBrand()]
const manager = await makeAdministrator(server, { role: 'brand_manager', brands: [MINE] })

async function makeBrand(): Promise<string> {
  const slug = `brand-${randomBytes(6).toString('hex')}`
  await administrator.call('POST', '/brands', { body: { slug, name: 'Brand' } })
  return slug
}

const newName = () => `token-${randomBytes(6).toString('hex')}`

const create = (body: object, by = administrator) =>
  by.call('POST', '/tokens', { body: { name: newName(), ...body } })

async function createToken(body: object, by = administrator) {
  const created = await create(body, by)
  expect(created.status, created.text).toBe(201)
  const { token, ...record } = created.body.data
  return { token, record, etag: created.headers.etag! }
}

const patch = (id: number, body: object, by = administrator) => by.call('PATCH', `/tokens/${id}`, { body })

const locate = (token: string, headers: object = {}, brand = MINE) =>
  server.send('GET', `/dealer-locator?brand=${brand}&postal_code=75067&country=US`, {
    headers: { 'x-api-token': token, ...headers },
  })

const admin = (token: string, path = '/brands') =>
  server.send('GET', `/admin/v1${path}`, { headers: { authorization: `Bearer ${token}` } })

test('a secret token is shown once, works, is rotated and revoked', async () => {
  const { token, record, etag } = await createToken({ brands: [MINE], scopes: ['dealer-locator'] })
  expect(token).toMatch(/^tr_[\w-]{43}$/)
  expect(record).toMatchObject({ kind: 'secret', brands: [MINE], all_brands: false, expires_at: null })
  const shown = await administrator.call('GET', `/tokens/${record.id}`)
  expect([shown.body.data, shown.headers.etag]).toEqual([record, etag])
  expect((await locate(token)).status).toBe(200)
  const rotated = await patch(record.id, { new_token: true })
  expect((await locate(token)).status).toBe(401)
  expect((await locate(rotated.body.data.token)).status).toBe(200)
  expect((await patch(record.id, { active: false })).body.data).not.toHaveProperty('token')
  expect((await locate(rotated.body.data.token)).status).toBe(401)
  const listed = await administrator.call(
    'GET',
    `/tokens?q=${record.name}&active=false&kind=secret&brand=${MINE}`,
  )
  expect(listed.body.data).toMatchObject([{ id: record.id, active: false }])
  expect(listed.text).not.toContain(token)
})

test('a repeated request creates one token and does not show its text again', async () => {
  const sent = { headers: { 'idempotency-key': newName() }, body: { name: newName() } }
  const first = await administrator.call('POST', '/tokens', sent)
  const again = await administrator.call('POST', '/tokens', sent)
  expect([first.status, again.status]).toEqual([201, 201])
  const { token, ...record } = first.body.data
  expect(token).toMatch(/^tr_/)
  expect(again.body.data).toEqual(record)
})

test('a publishable key works on the listed pages only', async () => {
  const { token, record } = await createToken({
    kind: 'publishable',
    brands: [MINE],
    scopes: ['dealer-locator'],
    origins: ['https://www.example.com', 'http://localhost:*'],
  })
  expect(token).toMatch(/^pk_/)
  expect(record.origins).toEqual(['http://localhost:*', 'https://www.example.com'])
  const from = async (origin?: string) => (await locate(token, origin ? { origin } : {})).status
  for (const origin of ['https://www.example.com', 'http://localhost:5173', 'http://localhost']) {
    expect([origin, await from(origin)]).toEqual([origin, 200])
  }
  for (const origin of [
    undefined,
    'https://example.com',
    'http://www.example.com',
    'https://localhost:5173',
    'http://localhost.example.com',
    'http://localhost:x',
    'null',
  ]) {
    expect([origin, await from(origin)]).toEqual([origin, 401])
  }
  expect((await admin(token)).status).toBe(401)
})

test('a service token opens the administration, within its permissions, brands and time', async () => {
  const { token, record } = await createToken({
    kind: 'service',
    permissions: ['brands:read'],
    brands: [MINE],
    expires_at: '2999-01-31',
  })
  expect(token).toMatch(/^sk_/)
  expect(record.expires_at).toBe('2999-01-31T00:00:00.000000Z')
  const brands = await admin(token)
  expect(brands.body.data.map(({ slug }: { slug: string }) => slug)).toEqual([MINE])
  expect((await admin(token, '/users')).body.error.code).toBe('ENDPOINT_NOT_PERMITTED')
  expect((await locate(token)).status).toBe(401)
  const used = () => administrator.call('GET', `/tokens/${record.id}`)
  await expect.poll(async () => (await used()).body.data.last_used_at, { timeout: 10_000 }).not.toBeNull()
  await patch(record.id, { all_brands: true })
  expect((await admin(token)).body.data.length).toBeGreaterThan(1)
  const soon = new Date(Date.now() + 1_500).toISOString()
  expect((await patch(record.id, { expires_at: soon })).status).toBe(200)
  await expect
    .poll(async () => (await admin(token)).body.error?.code, { timeout: 10_000 })
    .toBe('TOKEN_EXPIRED')
})

const PUBLISHABLE = { kind: 'publishable', scopes: ['dealer-locator'], origins: ['https://www.example.com'] }

test.each([
  ['an unknown kind', { kind: 'golden' }, ['kind']],
  ['a kind that is no text', { kind: 7, scopes: ['fly'] }, ['scopes.0', 'kind']],
  ['a text of one’s own', { token: 'x'.repeat(30) }, ['token']],
  ['origins of a secret token', { origins: ['https://www.example.com'] }, ['origins']],
  ['permissions of a secret token', { permissions: ['leads:read'] }, ['permissions']],
  ['a publishable key without anything', { kind: 'publishable' }, ['brands', 'scopes', 'origins']],
  ['a publishable key of two brands', { ...PUBLISHABLE, brands: [MINE, OTHER] }, ['brands']],
  ['a publishable key of all brands', { ...PUBLISHABLE, brands: [MINE], all_brands: true }, ['all_brands']],
  [
    'a publishable key with permissions',
    { ...PUBLISHABLE, brands: [MINE], permissions: ['*'] },
    ['permissions'],
  ],
  ['a service token without permissions', { kind: 'service' }, ['permissions']],
  [
    'a service token with scopes',
    { kind: 'service', permissions: ['*'], scopes: ['dealer-locator'] },
    ['scopes'],
  ],
  ['an unknown brand', { brands: ['none-such'] }, ['brands.0']],
  ['a time that is none', { expires_at: 'soon' }, ['expires_at']],
  ['a time in the past', { expires_at: '2020-01-31' }, ['expires_at']],
  [
    'origins that are none',
    {
      ...PUBLISHABLE,
      brands: [MINE],
      origins: [
        'https://www.example.com/',
        'https://www.example.com/page',
        'https://*.example.com',
        '*',
        'null',
        'www.example.com',
        'ftp://example.com',
        'https://localhost:*',
        'https://WWW.example.com',
        'https://www.example.com:443',
        'https://user@www.example.com',
      ],
    },
    Array.from({ length: 11 }, (_, i) => `origins.${i}`),
  ],
])('%s is refused with every issue', async (_what, body, fields) => {
  const answer = await create(body)
  expect([answer.status, answer.body.error.code]).toEqual([422, 'VALIDATION_ERROR'])
  expect(answer.body.error.details.map(({ field }: { field: string }) => field)).toEqual(fields)
})

test('a change cannot make a token of another kind', async () => {
  const { record } = await createToken({ ...PUBLISHABLE, brands: [MINE] })
  for (const [body, field] of [
    [{ kind: 'secret' }, 'kind'],
    [{ brands: [] }, 'brands'],
    [{ brands: [MINE, OTHER] }, 'brands'],
    [{ origins: [] }, 'origins'],
    [{ permissions: ['*'] }, 'permissions'],
    [{ all_brands: true }, 'all_brands'],
  ] as const) {
    const answer = await patch(record.id, body)
    expect([answer.status, answer.body.error.details[0].field]).toEqual([422, field])
  }
  expect((await administrator.call('GET', `/tokens/${record.id}`)).body.data).toEqual(record)
})

test('for a manager, tokens of other brands do not exist, and nobody grants more than they hold', async () => {
  const shared = await createToken({ brands: [MINE, OTHER], scopes: ['dealer-locator'] })
  const foreign = await createToken({ brands: [OTHER] })
  const strong = await createToken({ kind: 'service', permissions: ['*'], brands: [MINE] })
  expect((await manager.call('GET', `/tokens/${shared.record.id}`)).body.data.brands).toEqual([MINE])
  expect((await manager.call('GET', `/tokens/${foreign.record.id}`)).status).toBe(404)
  expect((await patch(foreign.record.id, { active: false }, manager)).status).toBe(404)
  const ids = (await manager.call('GET', '/tokens?limit=200')).body.data.map(({ id }: { id: number }) => id)
  expect(ids).toContain(shared.record.id)
  expect(ids).not.toContain(foreign.record.id)
  for (const refuse of [
    () => patch(shared.record.id, { new_token: true }, manager),
    () => patch(strong.record.id, { new_token: true }, manager),
    () => create({ kind: 'service', permissions: ['*'], brands: [MINE] }, manager),
    () => create({ kind: 'service', permissions: ['system:write'], brands: [MINE] }, manager),
    () => create({ kind: 'service', permissions: ['leads:read'], all_brands: true }, manager),
    () => create({ brands: [OTHER], scopes: ['dealer-locator'] }, manager),
  ]) {
    const answer = await refuse()
    expect([answer.status, answer.body.error?.code], answer.text).toEqual([403, 'GRANT_NOT_PERMITTED'])
  }
  const own = await createToken({ kind: 'service', permissions: ['leads:*'], brands: [MINE] }, manager)
  expect((await admin(own.token, '/users')).status).toBe(403)
})

test('a service token that may write access grants no more than it holds', async () => {
  const { token } = await createToken({ kind: 'service', permissions: ['access:*'], brands: [MINE] })
  const send = (body: object) =>
    server.send('POST', '/admin/v1/tokens', { headers: { authorization: `Bearer ${token}` }, body })
  const refused = await send({
    name: newName(),
    kind: 'service',
    permissions: ['leads:read'],
    brands: [MINE],
  })
  expect([refused.status, refused.body.error.code]).toEqual([403, 'GRANT_NOT_PERMITTED'])
  const granted = { name: newName(), kind: 'service', permissions: ['access:read'], brands: [MINE] }
  expect((await send(granted)).status).toBe(201)
})

test('a name is unique, and can change', async () => {
  const { record } = await createToken({})
  const other = await createToken({})
  expect((await create({ name: record.name })).body.error.code).toBe('CONFLICT')
  expect((await patch(record.id, { name: other.record.name })).body.error.code).toBe('CONFLICT')
  const name = newName()
  expect((await patch(record.id, { name })).body.data).toMatchObject({ id: record.id, name })
})
