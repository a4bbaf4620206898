import { randomBytes } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { type Administrator, makeAdministrator } from '../../support/administrator.ts'
import { signedIn } from '../../support/browser.ts'
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

const newEmail = () => `user-${randomBytes(6).toString('hex')}@example.com`

async function createUser(fields: object, by = administrator) {
  const email = newEmail()
  const created = await by.call('POST', '/users', { body: { email, ...fields } })
  expect(created.status, created.text).toBe(201)
  const { link, ...record } = created.body.data
  return { email, link, record, etag: created.headers.etag! }
}

const patch = (by: Administrator, id: number, body: object, headers = {}) =>
  by.call('PATCH', `/users/${id}`, { body, headers })

const idOf = async ({ credentials }: Administrator): Promise<number> => {
  const found = await administrator.call('GET', `/users?q=${encodeURIComponent(credentials.email)}`)
  return found.body.data[0].id
}

test('a user is created with a role, shown, listed and found by every filter', async () => {
  const { email, record, etag } = await createUser({ role: 'sales', brands: [MINE] })
  expect(record).toMatchObject({
    email,
    role: 'sales',
    permissions: ['dealers:read', 'deliveries:read', 'leads:*'],
    brands: [MINE],
    brand_ids: [expect.any(Number)],
    all_brands: false,
    active: true,
    invited: true,
    second_factor: false,
    last_sign_in_at: null,
  })
  const shown = await administrator.call('GET', `/users/${record.id}`)
  expect(shown.body.data).toEqual(record)
  expect(shown.headers.etag).toBe(etag)
  const part = email.slice(0, 15).toUpperCase()
  for (const filter of ['role=sales', 'active=true', `brand=${MINE}`]) {
    const found = await administrator.call('GET', `/users?q=${part}&${filter}`)
    expect(found.body.data).toEqual([record])
  }
  for (const filter of ['role=viewer', 'active=false', `brand=${OTHER}`]) {
    expect((await administrator.call('GET', `/users?q=${part}&${filter}`)).body.data).toEqual([])
  }
})

test('a role replaces permissions and all brands, and single permissions may differ', async () => {
  const { record } = await createUser({ role: 'administrator' })
  expect(record).toMatchObject({ permissions: ['*'], all_brands: true })
  const viewer = await patch(administrator, record.id, { role: 'viewer', brands: [MINE] })
  expect(viewer.body.data).toMatchObject({ role: 'viewer', all_brands: false, brands: [MINE] })
  expect(viewer.body.data.permissions).toContain('leads:read')
  const single = await patch(administrator, record.id, { permissions: ['leads:read'] })
  expect(single.body.data).toMatchObject({ role: 'viewer', permissions: ['leads:read'] })
  expect((await patch(administrator, record.id, { role: null })).body.data).toMatchObject({
    role: null,
    permissions: ['leads:read'],
  })
})

test('a change with an outdated ETag changes nothing, and a password is not a field', async () => {
  const { record, etag } = await createUser({ role: 'viewer', brands: [MINE] })
  const first = await patch(administrator, record.id, { active: false }, { 'if-match': etag })
  expect(first.body.data.active).toBe(false)
  const second = await patch(administrator, record.id, { role: 'sales' }, { 'if-match': etag })
  expect([second.status, second.body.error.code]).toEqual([412, 'PRECONDITION_FAILED'])
  for (const body of [{ password: 'x' }, { add_permissions: ['*'] }, { colour: 'red' }]) {
    expect((await patch(administrator, record.id, body)).status).toBe(422)
  }
  const withPassword = { email: newEmail(), password: 'correct horse' }
  expect((await administrator.call('POST', '/users', { body: withPassword })).status).toBe(422)
  expect((await administrator.call('GET', `/users/${record.id}`)).body.data).toEqual(first.body.data)
})

test('an address can change, but not to that of another user', async () => {
  const { record } = await createUser({ role: 'viewer', brands: [MINE] })
  const other = await createUser({ role: 'viewer', brands: [MINE] })
  const email = newEmail()
  expect((await patch(administrator, record.id, { email })).body.data.email).toBe(email)
  const taken = await patch(administrator, record.id, { email: other.email.toUpperCase() })
  expect([taken.status, taken.body.error.code]).toEqual([409, 'CONFLICT'])
  const again = await administrator.call('POST', '/users', { body: { email } })
  expect([again.status, again.body.error.code]).toEqual([409, 'CONFLICT'])
})

test('everything that is wrong with a new user is reported', async () => {
  const body = { email: 'x', role: 'captain', permissions: ['leads:fly'], all_brands: 1, brands: 'x' }
  const answer = await administrator.call('POST', '/users', { body })
  expect([answer.status, answer.body.error.code]).toEqual([422, 'VALIDATION_ERROR'])
  expect(answer.body.error.details.map(({ field }: { field: string }) => field).sort()).toEqual([
    'all_brands',
    'brands',
    'email',
    'permissions.0',
    'role',
  ])
  const unknown = { email: newEmail(), brands: [MINE, 'none-such'] }
  const brands = await administrator.call('POST', '/users', { body: unknown })
  expect([brands.status, brands.body.error.details[0].field]).toEqual([422, 'brands.1'])
})

test('null means absent in an optional field of what is created, and clears a role', async () => {
  const nothing = { active: null, all_brands: null, brands: null, permissions: null }
  const { email, record } = await createUser({ role: null, ...nothing })
  expect(record).toMatchObject({ role: null, active: true, all_brands: false, brands: [], permissions: [] })
  const token = { name: email, kind: null, scopes: null, origins: null, ...nothing }
  const created = await administrator.call('POST', '/tokens', { body: token })
  expect(created.body.data, created.text).toMatchObject({ kind: 'secret', active: true })
  const brand = { slug: `brand-${randomBytes(6).toString('hex')}`, name: 'Brand', id: null, sandbox: null }
  const lead_webhook = { url: 'https://crm.example.com/leads', secret: null }
  const made = await administrator.call('POST', '/brands', { body: { ...brand, lead_webhook } })
  expect(made.body.data, made.text).toMatchObject({ sandbox: false, lead_webhook: { signed: false } })
  const required = await administrator.call('POST', '/users', { body: { email: null } })
  expect([required.status, required.body.error.code]).toEqual([422, 'VALIDATION_ERROR'])

  await patch(administrator, record.id, { role: 'sales' })
  await server.apply({ api_users: [{ email, role: null }] })
  const { body } = await administrator.call('GET', `/users/${record.id}`)
  expect(body.data).toMatchObject({ role: null, permissions: expect.arrayContaining(['leads:*']) })
})

test('for a manager, users of other brands do not exist, and shared ones have the shared brands only', async () => {
  const shared = await createUser({ role: 'sales', brands: [MINE, OTHER] })
  const foreign = await createUser({ role: 'sales', brands: [OTHER] })
  const everywhere = await createUser({ role: 'viewer', all_brands: true })
  const seen = await manager.call('GET', '/users?limit=200')
  const ids = seen.body.data.map(({ id }: { id: number }) => id)
  expect(ids).toContain(shared.record.id)
  expect(ids).toContain(everywhere.record.id)
  expect(ids).not.toContain(foreign.record.id)
  expect(seen.body.meta.pagination.total).toBe(ids.length)
  expect((await manager.call('GET', `/users/${shared.record.id}`)).body.data.brands).toEqual([MINE])
  expect((await manager.call('GET', `/users?q=${foreign.email}`)).body.data).toEqual([])
  for (const [method, path] of [
    ['GET', ''],
    ['PATCH', ''],
    ['GET', '/sessions'],
    ['DELETE', '/sessions'],
  ] as const) {
    const body = method === 'PATCH' ? { active: false } : undefined
    const answer = await manager.call(method, `/users/${foreign.record.id}${path}`, { body })
    expect([method, path, answer.status]).toEqual([method, path, 404])
  }
  const [held, unknown] = [OTHER, 'none-such'].map((brand) => manager.call('GET', `/users?brand=${brand}`))
  expect((await held)!.status).toBe((await unknown)!.status)
})

test('nobody grants or changes more than they hold, and the refusal is recorded', async () => {
  const shared = await createUser({ role: 'sales', brands: [MINE, OTHER] })
  const own = await createUser({ role: 'sales', brands: [MINE] }, manager)
  const boss = await idOf(administrator)
  const refusals = [
    () => patch(manager, own.record.id, { permissions: ['system:write'] }),
    () => patch(manager, own.record.id, { permissions: ['*'] }),
    () => patch(manager, own.record.id, { role: 'administrator' }),
    () => patch(manager, own.record.id, { brands: [MINE, OTHER] }),
    () => patch(manager, own.record.id, { all_brands: true }),
    () => patch(manager, shared.record.id, { active: false }),
    () => patch(manager, boss, { active: false }),
    () => patch(manager, boss, { email: newEmail() }),
    () => manager.call('DELETE', `/users/${boss}/sessions`),
    () => manager.call('POST', `/users/${boss}/invitation`),
    () => manager.call('POST', '/users', { body: { email: newEmail(), permissions: ['system:write'] } }),
    () => manager.call('POST', '/users', { body: { email: newEmail(), role: 'sales', brands: [OTHER] } }),
    () =>
      manager.call('POST', '/users', { body: { email: newEmail(), role: 'sales', brands: ['none-such'] } }),
  ]
  for (const refuse of refusals) {
    const answer = await refuse()
    expect([answer.status, answer.body.error?.code], answer.text).toEqual([403, 'GRANT_NOT_PERMITTED'])
  }
  const retried = await manager.call('POST', '/users', {
    headers: { 'idempotency-key': newEmail() },
    body: { email: newEmail(), role: 'administrator' },
  })
  expect(retried.status).toBe(403)
  const actor = `user:${manager.credentials.email}`
  const trail = await server.command(
    'audit',
    'list',
    '--actor',
    actor,
    '--action',
    'user.grant_refused',
    '--json',
  )
  expect(trail.code, trail.stderr).toBe(0)
  expect(JSON.parse(trail.stdout).entries).toHaveLength(refusals.length + 1)
  expect((await patch(manager, own.record.id, { permissions: ['leads:read'] })).status).toBe(200)
})

test('a manager who holds a brand cannot make a user without one', async () => {
  const answer = await manager.call('POST', '/users', { body: { email: newEmail(), role: 'sales' } })
  expect([answer.status, answer.body.error.details[0].field]).toEqual([422, 'brands'])
})

const logIn = async (email: string, password: string) =>
  (await server.send('POST', '/api/v1/auth/login', { body: { email, password } })).status
const accept = (link: string, password: string) => {
  const [, purpose, token] = /\/console\/(invitation|reset)#([\w-]{43})$/.exec(link)!
  const path = purpose === 'reset' ? 'password-resets' : 'invitations'
  return server.send('POST', `/admin/v1/${path}/${token}`, { body: { password } })
}

test('without mail the link of an invitation is handed over, and another one ends it', async () => {
  const { email, link, record } = await createUser({ role: 'sales', brands: [MINE] }, manager)
  const again = await manager.call('POST', `/users/${record.id}/invitation`)
  expect(again.body.data, again.text).toEqual({ ...record, link: expect.any(String) })
  expect((await accept(link, 'quiet harbour 7')).status).toBe(404)
  expect((await accept(again.body.data.link, 'quiet harbour 7')).status).toBe(200)
  expect(await logIn(email, 'quiet harbour 7')).toBe(200)
  const reset = await manager.call('POST', `/users/${record.id}/invitation`)
  expect(reset.body.data).toMatchObject({ invited: false, link: expect.stringContaining('/console/reset#') })
  expect((await accept(reset.body.data.link, 'quiet harbour 8')).status).toBe(200)
  expect([await logIn(email, 'quiet harbour 7'), await logIn(email, 'quiet harbour 8')]).toEqual([401, 200])
  await patch(manager, record.id, { active: false })
  const inactive = await manager.call('POST', `/users/${record.id}/invitation`)
  expect([inactive.status, inactive.body.error.code]).toEqual([409, 'CONFLICT'])
})

test('a link to an address that has changed opens nothing', async () => {
  const { link, record } = await createUser({ role: 'sales', brands: [MINE] })
  await patch(administrator, record.id, { email: newEmail() })
  expect((await accept(link, 'quiet harbour 7')).status).toBe(404)
})

test('a repeated request creates one user and does not show the link again', async () => {
  const sent = { headers: { 'idempotency-key': newEmail() }, body: { email: newEmail() } }
  const first = await administrator.call('POST', '/users', sent)
  const again = await administrator.call('POST', '/users', sent)
  const { link, ...record } = first.body.data
  expect(link).toContain('/console/invitation#')
  expect([again.status, again.body.data]).toEqual([201, record])
})

test('the open sessions of a user are listed and ended', async () => {
  const someone = await makeAdministrator(server, { role: 'sales', brands: [MINE] })
  const id = await idOf(someone)
  const listed = await manager.call('GET', `/users/${id}/sessions`)
  expect(listed.body.data).toMatchObject([{ kind: 'api', client_address: null }])
  expect(listed.body.meta.pagination.total).toBe(1)
  const shown = await manager.call('GET', `/users/${id}`)
  expect(shown.body.data).toMatchObject({
    invited: false,
    last_sign_in_at: listed.body.data[0].started_at,
  })
  expect((await someone.call('GET', '/leads')).status).not.toBe(401)
  const browser = await signedIn(server, someone)
  const [newest] = (await manager.call('GET', `/users/${id}/sessions`)).body.data
  const one = `/users/${id}/sessions?only=browser:${newest.id}`
  expect((await manager.call('DELETE', one)).body.data).toEqual({ ended: 1 })
  expect((await browser.call('GET', '/session')).status).toBe(401)
  expect((await manager.call('DELETE', one)).status).toBe(404)
  expect((await manager.call('DELETE', `/users/${id}/sessions`)).body.data).toEqual({ ended: 1 })
  expect((await someone.call('GET', '/users')).body.error.code).toBe('INVALID_TOKEN')
  expect((await manager.call('GET', `/users/${id}/sessions`)).body.data).toEqual([])
})

test('a change of permissions holds from the next request on', async () => {
  const someone = await makeAdministrator(server, { permissions: ['access:read'], brands: [MINE] })
  expect((await someone.call('GET', '/users')).status).toBe(200)
  await patch(administrator, await idOf(someone), { permissions: ['leads:read'] })
  expect((await someone.call('GET', '/users')).status).toBe(403)
})
