import { TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { type Administrator, makeAdministrator } from '../../support/administrator.ts'
import { Browser, signedIn } from '../../support/browser.ts'
import { startFileServer } from '../../support/server.ts'
import { adminRefusal } from '../errors.ts'

const PASSWORD = 'quiet harbour 7'

const server = await startFileServer()
/** Another process on the same database. */
const other = await startFileServer({
  beside: server,
  env: { LOGIN_LIMIT_PER_MINUTE: '3', REQUIRE_SECOND_FACTOR: 'true' },
})

describe('open sessions', () => {
  const nameOf = ({ kind, id }: { kind: string; id: number }) => `${kind}:${id}`

  test('are listed for their owner, who ends one, then all but the present one', async () => {
    const person = await makeAdministrator(server, { role: 'sales' })
    const browser = await signedIn(server, person)
    const [second, third] = [await signedIn(server, person), await signedIn(server, person)]
    const listed = await browser.call('GET', '/sessions')
    expect(listed.status, listed.text).toBe(200)
    const all = listed.body.data
    expect(all.map(({ kind, current }: never) => [kind, current])).toEqual([
      ['browser', false],
      ['browser', false],
      ['browser', true],
      ['api', false],
    ])

    const end = (query = '') => browser.call('DELETE', `/sessions${query}`)
    expect((await end(`?only=${nameOf(all[0])}`)).body.data).toEqual({ ended: 1 })
    expect((await third.call('GET', '/session')).status).toBe(401)
    expect((await second.call('GET', '/session')).status).toBe(200)
    expect(await end(`?only=${nameOf(all[0])}`)).toMatchObject(adminRefusal(404, 'NOT_FOUND'))
    expect(await end('?only=browser')).toMatchObject(adminRefusal(422, 'VALIDATION_ERROR'))

    expect((await end(`?only=${nameOf(all[3])}`)).body.data).toEqual({ ended: 1 })
    expect((await person.call('GET', '/session')).status).toBe(401)
    expect((await end()).body.data).toEqual({ ended: 1 })
    expect((await second.call('GET', '/session')).status).toBe(401)
    expect((await browser.call('GET', '/sessions')).body.data).toMatchObject([{ current: true }])
  })

  test("an access token ends all others, and nobody ends somebody else's", async () => {
    const person = await makeAdministrator(server, { role: 'sales' })
    const stranger = await makeAdministrator(server, { role: 'sales' })
    const browser = await signedIn(server, person)
    const [own] = (await browser.call('GET', '/sessions')).body.data
    expect(await stranger.call('DELETE', `/sessions?only=${nameOf(own)}`)).toMatchObject(
      adminRefusal(404, 'NOT_FOUND'),
    )
    expect((await person.call('DELETE', '/sessions')).body.data).toEqual({ ended: 1 })
    expect((await browser.call('GET', '/session')).status).toBe(401)
    expect((await person.call('GET', '/sessions')).body.data).toMatchObject([{ kind: 'api', current: true }])
  })

  test('can be ended while a second factor must be set up; a service token has none', async () => {
    const person = await makeAdministrator(server)
    const browser = await signedIn(server, person)
    const beside = new Browser(other)
    beside.cookie = browser.cookie
    expect((await beside.call('GET', '/brands')).status).toBe(401)
    expect((await beside.call('DELETE', '/sessions')).body.data).toEqual({ ended: 1 })
    const body = { name: person.credentials.email, kind: 'service', permissions: ['leads:read'], brands: [] }
    const made = await browser.call('POST', '/tokens', { body: { ...body, all_brands: true } })
    expect(made.status, made.text).toBe(201)
    const headers = { authorization: `Bearer ${made.body.data.token}` }
    expect(await server.send('GET', '/admin/v1/sessions', { headers })).toMatchObject(
      adminRefusal(403, 'ENDPOINT_NOT_PERMITTED'),
    )
  })
})

describe('a password', () => {
  const change = (browser: Pick<Browser, 'call'>, current: string, next: string) =>
    browser.call('POST', '/session/password', { body: { current, new: next } })

  test('is changed by its owner, which ends all other sessions and links', async () => {
    const person = await makeAdministrator(server)
    const { email, password } = person.credentials
    const [browser, elsewhere] = [await signedIn(server, person), await signedIn(server, person)]
    const administrator = await makeAdministrator(server)
    const asked = await administrator.call('POST', '/password-resets', { body: { email } })
    const token = asked.body.data.link.split('#')[1]
    expect(await change(browser, password, PASSWORD)).toMatchObject({ status: 200, body: { data: {} } })
    expect((await browser.call('GET', '/session')).status).toBe(200)
    expect(await elsewhere.call('GET', '/session')).toMatchObject(adminRefusal(401, 'INVALID_TOKEN'))
    expect(await person.call('GET', '/session')).toMatchObject(adminRefusal(401, 'INVALID_TOKEN'))
    const used = await server.send('POST', `/admin/v1/password-resets/${token}`, {
      body: { password: PASSWORD },
    })
    expect(used).toMatchObject(adminRefusal(404, 'NOT_FOUND'))
    expect(await elsewhere.signIn({ email, password })).toMatchObject(
      adminRefusal(401, 'INVALID_CREDENTIALS'),
    )
    expect((await elsewhere.signIn({ email, password: PASSWORD })).status).toBe(200)
  })

  test('is changed with an access token, whose session stays', async () => {
    const person = await makeAdministrator(server)
    const browser = await signedIn(server, person)
    expect((await change(person, person.credentials.password, PASSWORD)).status).toBe(200)
    expect((await person.call('GET', '/session')).status).toBe(200)
    expect((await browser.call('GET', '/session')).status).toBe(401)
  })

  test('must be known to be changed, and guesses are throttled with the logins', async () => {
    const person = await makeAdministrator(server)
    const browser = await signedIn(server, person)
    expect(await change(browser, 'wrong horse', PASSWORD)).toMatchObject(
      adminRefusal(401, 'INVALID_CREDENTIALS'),
    )
    const beside = new Browser(other)
    beside.cookie = browser.cookie
    for (let i = 0; i < 3; i++) await change(beside, 'wrong horse', PASSWORD)
    expect(await change(beside, person.credentials.password, PASSWORD)).toMatchObject(
      adminRefusal(429, 'RATE_LIMITED'),
    )
    expect(await beside.signIn(person.credentials)).toMatchObject(adminRefusal(429, 'RATE_LIMITED'))
  })

  test.each([
    ['short', 'seven 7'],
    ['common', 'password1'],
    ['too long', 'x'.repeat(129)],
  ])('that is %s is refused', async (_, next) => {
    const person = await makeAdministrator(server)
    const answer = await change(person, person.credentials.password, next)
    expect(answer).toMatchObject(adminRefusal(422, 'VALIDATION_ERROR'))
    expect(answer.body.error.details).toMatchObject([
      { field: 'new', message: expect.stringMatching(/^New password /) },
    ])
    expect((await person.call('GET', '/session')).status).toBe(200)
  })

  test('that is the e-mail address is refused', async () => {
    const person = await makeAdministrator(server)
    const { email, password } = person.credentials
    expect(await change(person, password, email)).toMatchObject(adminRefusal(422, 'VALIDATION_ERROR'))
  })
})

describe('a second factor', () => {
  const FACTOR = '/session/second-factor'
  /** The code of the time step that is so many away from now: each works once. */
  const codeOf = (secret: string, steps = 0) =>
    new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })

  /** Sets it up with the present code. The next one is left, which is accepted for at least half a minute. */
  async function protect(person: Administrator) {
    const browser = await signedIn(server, person)
    const started = await browser.call('POST', FACTOR)
    expect(started.status, started.text).toBe(200)
    const { secret, otpauth_uri } = started.body.data
    const confirmed = await browser.call('PUT', FACTOR, { body: { code: codeOf(secret) } })
    expect(confirmed.status, confirmed.text).toBe(200)
    return { browser, secret, otpauth_uri, recoveryCodes: confirmed.body.data.recovery_codes as string[] }
  }

  test('is set up with a code, and returns ten recovery codes once', async () => {
    const person = await makeAdministrator(server)
    const elsewhere = await signedIn(server, person)
    const { browser, secret, otpauth_uri, recoveryCodes } = await protect(person)
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(otpauth_uri).toMatch(/^otpauth:\/\/totp\/Transom:admin-.*&?secret=/)
    expect(new Set(recoveryCodes).size).toBe(10)
    expect((await browser.call('GET', '/session')).body.data).toMatchObject({ second_factor: true })
    expect(await elsewhere.call('GET', '/session')).toMatchObject(adminRefusal(401, 'INVALID_TOKEN'))
    for (const [method, body] of [
      ['POST', undefined],
      ['PUT', { code: codeOf(secret) }],
    ] as const) {
      expect(await browser.call(method, FACTOR, { body })).toMatchObject(adminRefusal(409, 'CONFLICT'))
    }
  })

  test('is not there before its first code is right', async () => {
    const person = await makeAdministrator(server)
    const browser = await signedIn(server, person)
    expect(await browser.call('PUT', FACTOR, { body: { code: '123456' } })).toMatchObject(
      adminRefusal(409, 'CONFLICT'),
    )
    const { secret } = (await browser.call('POST', FACTOR)).body.data
    const wrong = { code: codeOf(secret, 40) }
    expect(await browser.call('PUT', FACTOR, { body: wrong })).toMatchObject(
      adminRefusal(401, 'INVALID_CREDENTIALS'),
    )
    expect((await browser.signIn(person.credentials)).body.data).toMatchObject({ second_factor: false })
  })

  test('takes a code to sign in; each code works once, and so does each recovery code', async () => {
    const person = await makeAdministrator(server)
    const { secret, recoveryCodes } = await protect(person)
    const browser = new Browser(server)
    const enter = (code?: string) => browser.signIn({ ...person.credentials, ...(code && { code }) })
    expect(await enter()).toMatchObject(adminRefusal(401, 'SECOND_FACTOR_REQUIRED'))
    expect(await browser.signIn({ ...person.credentials, code: '' })).toMatchObject(
      adminRefusal(401, 'SECOND_FACTOR_REQUIRED'),
    )
    expect(browser.cookie).toBeUndefined()
    for (const code of ['000000', codeOf(secret, -1), codeOf(secret, 40), 'aaaa-bbbb-cccc-dddd', '1']) {
      expect(await enter(code)).toMatchObject(adminRefusal(401, 'INVALID_CREDENTIALS'))
    }
    const wrongPassword = { ...person.credentials, password: 'x', code: codeOf(secret) }
    expect(await browser.signIn(wrongPassword)).toMatchObject(adminRefusal(401, 'INVALID_CREDENTIALS'))
    const code = codeOf(secret, 1)
    expect((await enter(code)).status).toBe(200)
    expect(await enter(code)).toMatchObject(adminRefusal(401, 'INVALID_CREDENTIALS'))
    // The code of a step before the last one that was used.
    expect(await enter(codeOf(secret))).toMatchObject(adminRefusal(401, 'INVALID_CREDENTIALS'))
    expect((await enter(recoveryCodes[0]!.toUpperCase().replaceAll('-', ' '))).status).toBe(200)
    expect(await enter(recoveryCodes[0])).toMatchObject(adminRefusal(401, 'INVALID_CREDENTIALS'))
    expect((await enter(recoveryCodes[9])).status).toBe(200)
  })

  test.each(['a code', 'a recovery code'])('lets one in of ten who use %s at the same time', async (kind) => {
    const person = await makeAdministrator(server)
    const { secret, recoveryCodes } = await protect(person)
    const code = kind === 'a code' ? codeOf(secret, 1) : recoveryCodes[4]!
    const body = { ...person.credentials, code }
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        i % 2 === 0
          ? server.send('POST', '/admin/v1/session', { body })
          : server.send('POST', '/api/v1/auth/login', { body }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(401)])
  })

  test('is asked for by the administration, not by the warranty interface', async () => {
    const person = await makeAdministrator(server)
    const { secret } = await protect(person)
    expect(await person.call('GET', '/brands')).toMatchObject(adminRefusal(401, 'SECOND_FACTOR_REQUIRED'))
    const logIn = (code?: string) =>
      server.send('POST', '/api/v1/auth/login', { body: { ...person.credentials, ...(code && { code }) } })
    const read = (token: string, path: string) =>
      server.send('GET', path, { headers: { authorization: `Bearer ${token}` } })
    const without = (await logIn()).body.data
    expect((await read(without.access_token, '/api/v1/warranty')).status).toBe(200)
    expect(await read(without.access_token, '/admin/v1/session')).toMatchObject(
      adminRefusal(401, 'SECOND_FACTOR_REQUIRED'),
    )
    expect((await logIn('000000')).body.error.code).toBe('INVALID_CREDENTIALS')
    const { access_token, refresh_token } = (await logIn(codeOf(secret, 1))).body.data
    expect((await read(access_token, '/admin/v1/brands')).status).toBe(200)
    const refreshed = await server.send('POST', '/api/v1/auth/refresh', { body: { refresh_token } })
    expect((await read(refreshed.body.data.access_token, '/admin/v1/brands')).status).toBe(200)
  })

  test.each(['a code', 'a recovery code', 'the password'])('is removed with %s', async (proof) => {
    const person = await makeAdministrator(server)
    const { browser, secret, recoveryCodes } = await protect(person)
    const remove = (body: object) => browser.call('DELETE', FACTOR, { body })
    expect(await remove({})).toMatchObject(adminRefusal(422, 'VALIDATION_ERROR'))
    expect(await remove({ code: '000000' })).toMatchObject(adminRefusal(401, 'INVALID_CREDENTIALS'))
    expect(await remove({ password: 'wrong horse' })).toMatchObject(adminRefusal(401, 'INVALID_CREDENTIALS'))
    const body =
      proof === 'the password'
        ? { password: person.credentials.password }
        : { code: proof === 'a code' ? codeOf(secret, 1) : recoveryCodes[0] }
    expect(await remove(body)).toMatchObject({ status: 200, body: { data: {} } })
    expect(await remove(body)).toMatchObject(adminRefusal(409, 'CONFLICT'))
    expect((await new Browser(server).signIn(person.credentials)).body.data.second_factor).toBe(false)
    expect((await person.call('GET', '/session')).status).toBe(200)
  })

  test('must be set up first where a setting says so', async () => {
    const person = await makeAdministrator(other)
    const browser = await signedIn(other, person)
    expect((await browser.call('GET', '/session')).body.data).toMatchObject({
      second_factor: false,
      second_factor_required: true,
    })
    for (const caller of [browser, person]) {
      expect(await caller.call('GET', '/brands')).toMatchObject(adminRefusal(401, 'SECOND_FACTOR_REQUIRED'))
    }
    const { secret } = (await browser.call('POST', FACTOR)).body.data
    expect((await browser.call('PUT', FACTOR, { body: { code: codeOf(secret) } })).status).toBe(200)
    expect((await browser.call('GET', '/brands')).status).toBe(200)
    expect(await person.call('GET', '/brands')).toMatchObject(adminRefusal(401, 'SECOND_FACTOR_REQUIRED'))
  })
})

test('the audit trail has changed passwords and second factors, without any secret', async () => {
  const person = await makeAdministrator(server)
  const { email, password } = person.credentials
  const browser = await signedIn(server, person)
  await browser.call('POST', '/session/password', { body: { current: password, new: PASSWORD } })
  const { secret } = (await browser.call('POST', '/session/second-factor')).body.data
  const code = new TOTP({ secret }).generate()
  const confirmed = await browser.call('PUT', '/session/second-factor', { body: { code } })
  const [recoveryCode] = confirmed.body.data.recovery_codes
  await browser.call('DELETE', '/session/second-factor', { body: { password: PASSWORD } })
  const { stdout } = await server.command('audit', 'list', '--subject', `user:${email}`, '--json')
  const actions = JSON.parse(stdout).entries.map(({ action }: { action: string }) => action)
  expect(actions.slice(0, 3)).toEqual([
    'user.second_factor_removed',
    'user.second_factor_added',
    'user.password_changed',
  ])
  for (const hidden of [secret, recoveryCode, PASSWORD]) expect(stdout).not.toContain(hidden)
})

test('an administrator turns off the second factor that a user has lost', async () => {
  const [admin, person] = [await makeAdministrator(server), await makeAdministrator(server)]
  const browser = await signedIn(server, person)
  const { secret } = (await browser.call('POST', '/session/second-factor')).body.data
  await browser.call('PUT', '/session/second-factor', { body: { code: new TOTP({ secret }).generate() } })
  const { email } = person.credentials
  const { body } = await admin.call('GET', `/users?q=${encodeURIComponent(email)}`)
  const path = `/users/${body.data[0].id}/second-factor`
  expect(await admin.call('DELETE', path)).toMatchObject({ status: 200, body: { data: { email } } })
  expect(await admin.call('DELETE', path)).toMatchObject(adminRefusal(409, 'CONFLICT'))
  expect((await browser.signIn(person.credentials)).status).toBe(200)
})
