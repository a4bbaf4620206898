import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { makeAdministrator } from '../../support/administrator.ts'
import { Browser, signedIn } from '../../support/browser.ts'
import { startFileServer, startServer } from '../../support/server.ts'
import { adminRefusal } from '../errors.ts'

const server = await startFileServer({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
/** Another process on the same database. */
const other = await startFileServer({ beside: server, env: { LOGIN_LIMIT_PER_MINUTE: '3' } })

const newBrand = async () => {
  const slug = `brand-${randomBytes(6).toString('hex')}`
  await server.apply({ brands: [{ slug, name: 'Brand' }] })
  return slug
}

test('signing in sets a cookie that opens the administration and shows who it is', async () => {
  const slug = await newBrand()
  const person = await makeAdministrator(server, { role: 'viewer', brands: [slug] })
  const browser = new Browser(server)
  const answer = await browser.signIn({
    ...person.credentials,
    email: person.credentials.email.toUpperCase(),
  })
  expect(answer).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } })
  expect(answer.headers['set-cookie']).toMatch(
    /^transom_session=[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Strict$/,
  )
  expect(answer.body.data).toEqual({
    user: { id: expect.any(Number), email: person.credentials.email },
    role: 'viewer',
    permissions: expect.arrayContaining(['dealers:read', 'warranty:list']),
    effective_permissions: expect.arrayContaining(['dealers:read', 'warranty:list']),
    brands: [slug],
    held_brands: [{ id: expect.any(Number), slug, name: 'Brand', sandbox: false }],
    all_brands: false,
    second_factor: false,
    second_factor_required: false,
    expires_at: expect.stringMatching(/Z$/),
  })
  const inHours = (Date.parse(answer.body.data.expires_at) - Date.now()) / 3_600_000
  expect(inHours).toBeGreaterThan(11.9)
  expect(inHours).toBeLessThanOrEqual(12)
  expect((await browser.call('GET', '/session')).body.data).toEqual(answer.body.data)
  expect((await browser.call('GET', '/brands')).body.data).toMatchObject([{ slug }])
})

test('the cookie is Secure where a trusted proxy says that the browser speaks https', async () => {
  const { credentials } = await makeAdministrator(server)
  const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9' }
  const answer = await new Browser(server).call('POST', '/session', { headers, body: credentials })
  expect(answer.headers['set-cookie']).toMatch(/; Secure$/)
})

test('an access token shows its user too, and a token of the shell opens nothing here', async () => {
  const person = await makeAdministrator(server)
  const shown = await person.call('GET', '/session')
  expect(shown.body.data).toMatchObject({
    user: { email: person.credentials.email },
    permissions: ['*'],
    expires_at: null,
  })
})

test.each([
  ['an unknown field', { code: '1', remember: true }, ['remember']],
  ['no password', { password: undefined }, ['password']],
  ['a number for a code', { code: 123456 }, ['code']],
])('signing in with %s is 422 and named', async (_, fields, named) => {
  const body = { email: 'a@example.com', password: 'x', ...fields }
  const answer = await new Browser(server).call('POST', '/session', { body })
  expect(answer).toMatchObject(adminRefusal(422, 'VALIDATION_ERROR'))
  expect(answer.body.error.details.map(({ field }: { field: string }) => field)).toEqual(named)
})

test('a session that was sent before signing in is never adopted, and a valid one ends', async () => {
  const { credentials } = await makeAdministrator(server)
  const browser = new Browser(server)
  const planted = `transom_session=${'A'.repeat(43)}`
  browser.cookie = planted
  expect((await browser.signIn(credentials)).status).toBe(200)
  const first = browser.cookie
  expect(first).not.toBe(planted)
  expect((await browser.signIn(credentials)).status).toBe(200)
  expect(browser.cookie).not.toBe(first)
  const withCookie = (cookie: string) => server.send('GET', '/admin/v1/session', { headers: { cookie } })
  expect(await withCookie(planted)).toMatchObject(adminRefusal(401, 'INVALID_TOKEN'))
  expect(await withCookie(first)).toMatchObject(adminRefusal(401, 'INVALID_TOKEN'))
  expect((await withCookie(browser.cookie!)).status).toBe(200)
  // Another site of the same domain has set a second one.
  expect(await withCookie(`${planted}; ${browser.cookie}`)).toMatchObject(adminRefusal(401, 'INVALID_TOKEN'))
})

describe('a change with a cookie', async () => {
  const person = await makeAdministrator(server)
  const browser = await signedIn(server, person)
  const own = server.url
  const create = (headers: Record<string, string>) =>
    server.send('POST', '/admin/v1/brands', {
      headers: { cookie: browser.cookie!, ...headers },
      body: { slug: `brand-${randomBytes(6).toString('hex')}`, name: 'Brand' },
    })

  test.each<[string, Record<string, string>, number]>([
    ['neither header', {}, 403],
    ['Sec-Fetch-Site: same-origin', { 'sec-fetch-site': 'same-origin' }, 201],
    ['Sec-Fetch-Site: same-site', { 'sec-fetch-site': 'same-site' }, 403],
    ['Sec-Fetch-Site: same-site and its own Origin', { 'sec-fetch-site': 'same-site', origin: own }, 403],
    ['Sec-Fetch-Site: cross-site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['Sec-Fetch-Site: cross-site and its own Origin', { 'sec-fetch-site': 'cross-site', origin: own }, 403],
    ['Sec-Fetch-Site: none', { 'sec-fetch-site': 'none' }, 403],
    ['Sec-Fetch-Site of an unknown kind', { 'sec-fetch-site': 'same-planet', origin: own }, 403],
    ['its own Origin', { origin: own }, 201],
    ['its own Origin, by a trusted proxy', { origin: 'https://t.example', ...proxied('t.example') }, 201],
    ['its own Origin with the usual port', { origin: 'https://t.example', ...proxied('t.example:443') }, 201],
    ['another scheme', { origin: 'http://t.example', ...proxied('t.example') }, 403],
    ['another port', { origin: 'https://t.example:8443', ...proxied('t.example') }, 403],
    ['a subdomain', { origin: 'https://www.t.example', ...proxied('t.example') }, 403],
    ['a host that begins alike', { origin: `${own}.evil.example` }, 403],
    ['the Origin of another site', { origin: 'https://evil.example' }, 403],
    ['the Origin null', { origin: 'null' }, 403],
    ['an Origin that is none', { origin: 'x' }, 403],
  ])('and %s', async (_, headers, status) => {
    const answer = await create(headers)
    expect(answer.status, answer.text).toBe(status)
    if (status === 403) expect(answer.body.error.code).toBe('CROSS_ORIGIN')
  })

  test('is not needed to read, nor with an access token', async () => {
    const headers = { cookie: browser.cookie!, 'sec-fetch-site': 'cross-site' }
    expect((await server.send('GET', '/admin/v1/session', { headers })).status).toBe(200)
    const answer = await person.call('POST', '/brands', {
      headers,
      body: { slug: `brand-${randomBytes(6).toString('hex')}`, name: 'Brand' },
    })
    expect(answer.status).toBe(201)
  })
})

test.each<[string, Record<string, string>, number]>([
  ['nothing about its page', {}, 200],
  ['its own page', { origin: server.url, 'sec-fetch-site': 'same-origin' }, 200],
  ['a page of the same domain', { 'sec-fetch-site': 'same-site' }, 403],
  ['another site', { 'sec-fetch-site': 'cross-site' }, 403],
  ["another site's Origin", { origin: 'https://evil.example' }, 403],
])('a sign-in by %s', async (_, headers, status) => {
  const { credentials } = await makeAdministrator(server)
  const answer = await server.send('POST', '/admin/v1/session', { headers, body: credentials })
  expect(answer.status, answer.text).toBe(status)
  expect(answer.headers['set-cookie'] === undefined).toBe(status === 403)
})

describe('from the next request on, in every process, a stolen cookie is worth nothing', () => {
  async function thief() {
    const person = await makeAdministrator(server)
    const browser = await signedIn(server, person)
    const { cookie } = browser
    const steal = (from: typeof server) =>
      from.send('GET', '/admin/v1/brands', { headers: { cookie: cookie! } })
    for (const from of [server, other]) expect((await steal(from)).status).toBe(200)
    const { email } = person.credentials
    return {
      ...{ person, browser, email },
      async expectRefused(code = 'INVALID_TOKEN', status = 401) {
        for (const from of [other, server])
          expect(await steal(from)).toMatchObject(adminRefusal(status, code))
      },
    }
  }

  test('after signing out', async () => {
    const { browser, expectRefused } = await thief()
    const answer = await browser.call('DELETE', '/session')
    expect(answer).toMatchObject({ status: 200, body: { data: {} } })
    expect(answer.headers['set-cookie']).toMatch(/^transom_session=; Path=\/; Max-Age=0;/)
    await expectRefused()
  })

  test('after another password was set', async () => {
    const { email, expectRefused } = await thief()
    await server.apply({ api_users: [{ email, password: 'another password' }] })
    await expectRefused()
  })

  test('after the user was deactivated', async () => {
    const { email, expectRefused } = await thief()
    await server.apply({ api_users: [{ email, active: false }] })
    await expectRefused()
    await server.apply({ api_users: [{ email, active: true }] })
    await expectRefused()
  })

  test('after the permission was taken away', async () => {
    const { email, expectRefused } = await thief()
    await server.apply({ api_users: [{ email, permissions: ['dealers:read'] }] })
    await expectRefused('ENDPOINT_NOT_PERMITTED', 403)
  })

  test('after the brands were taken away', async () => {
    const { email, browser } = await thief()
    await server.apply({ api_users: [{ email, all_brands: false, brands: [] }] })
    expect((await browser.call('GET', '/brands')).body.data).toEqual([])
  })
})

test('unknown, wrong and deactivated sign-ins answer alike, take as long, and are throttled with the logins', async () => {
  const [known, inactive] = [await makeAdministrator(server), await makeAdministrator(server)]
  await server.apply({ api_users: [{ email: inactive.credentials.email, active: false }] })
  const attempts = {
    unknown: { email: 'nobody@example.com', password: 'correct horse' },
    wrong: { ...known.credentials, password: 'wrong horse' },
    inactive: inactive.credentials,
  }
  const times: Record<string, number[]> = { unknown: [], wrong: [], inactive: [] }
  const answers = new Set<string>()
  for (let round = 0; round < 7; round++) {
    for (const [name, body] of Object.entries(attempts)) {
      const started = performance.now()
      const answer = await server.send('POST', '/admin/v1/session', { body })
      times[name]!.push(performance.now() - started)
      expect(answer).toMatchObject(adminRefusal(401, 'INVALID_CREDENTIALS'))
      answers.add(JSON.stringify([answer.body.error, Object.keys(answer.headers)]))
    }
  }
  expect(answers.size).toBe(1)
  const medians = Object.values(times).map((some) => some.sort((a, b) => a - b)[3]!)
  expect(Math.max(...medians) / Math.min(...medians)).toBeLessThan(5)

  const { email, password } = known.credentials
  const wrong = { email, password: 'wrong horse' }
  for (let i = 0; i < 3; i++) await other.send('POST', '/api/v1/auth/login', { body: wrong })
  const answer = await other.send('POST', '/admin/v1/session', { body: { email, password } })
  expect(answer).toMatchObject(adminRefusal(429, 'RATE_LIMITED'))
})

test('the audit trail has sign-ins, failures of browsers and programs without what was typed, and sign-outs', async () => {
  await using alone = await startServer()
  const { credentials } = await makeAdministrator(alone)
  const browser = new Browser(alone)
  await browser.signIn({ email: 'typed-by-mistake@example.com', password: 'x' })
  await browser.signIn({ ...credentials, password: 'x' })
  await alone.send('POST', '/api/v1/auth/login', { body: { ...credentials, password: 'x' } })
  await browser.signIn(credentials)
  await browser.call('DELETE', '/session')
  const { stdout } = await alone.command('audit', 'list', '--json')
  const signs = JSON.parse(stdout).entries.filter(({ action }: { action: string }) => /\.sign/.test(action))
  expect(
    signs.map(({ action, actor, subject }: Record<string, { kind: string; name: string }>) => [
      action,
      actor!.kind,
      subject!.name,
    ]),
  ).toEqual([
    ['user.signed_out', 'user', credentials.email],
    ['user.signed_in', 'user', credentials.email],
    ['user.sign_in_failed', 'system', credentials.email],
    ['user.sign_in_failed', 'system', credentials.email],
    ['user.sign_in_failed', 'system', null],
  ])
  expect(stdout).not.toContain('typed-by-mistake')
})

/** The headers that a trusted proxy adds for a browser that speaks https with this host. */
function proxied(host: string) {
  return { 'x-forwarded-proto': 'https', 'x-forwarded-host': host, 'x-forwarded-for': '203.0.113.9' }
}
