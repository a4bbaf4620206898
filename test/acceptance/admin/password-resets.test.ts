import { afterAll, describe, expect, test } from 'vitest'
import { type Administrator, makeAdministrator } from '../../support/administrator.ts'
import { Browser, signedIn } from '../../support/browser.ts'
import { startFileServer } from '../../support/server.ts'
import { startMailServer } from '../../support/smtp.ts'
import { adminRefusal } from '../errors.ts'

const PASSWORD = 'quiet harbour 7'

describe('where no mail is sent', async () => {
  const server = await startFileServer()
  const administrator = await makeAdministrator(server)

  const ask = (email: string, by?: Administrator) => {
    const sent = { body: { email } }
    return by
      ? by.call('POST', '/password-resets', sent)
      : new Browser(server).call('POST', '/password-resets', sent)
  }
  const use = (token: string, password = PASSWORD, at = 'password-resets') =>
    server.send('POST', `/admin/v1/${at}/${token}`, { body: { password } })
  async function linkFor(person: Administrator): Promise<string> {
    const answer = await ask(person.credentials.email, administrator)
    expect(answer.status).toBe(202)
    const [, token = ''] = /^\/console\/reset#([\w-]{43})$/.exec(answer.body.data.link) ?? []
    return token
  }

  test('an administrator gets the link, and nobody else', async () => {
    const person = await makeAdministrator(server)
    const { email } = person.credentials
    expect(await linkFor(person)).toMatch(/./)
    const viewer = await makeAdministrator(server, { role: 'viewer' })
    const manager = await makeAdministrator(server, { role: 'brand_manager' })
    for (const answer of [
      await ask(email),
      await ask('nobody@example.com'),
      await ask('nobody@example.com', administrator),
      await ask(email, viewer),
      // A link to somebody who may do more would be a promotion.
      await ask(email, manager),
    ]) {
      expect(answer).toMatchObject({ status: 202, body: { data: {} } })
      expect(answer.body.data).toEqual({})
    }
    // A user of no common brand doesn't exist.
    expect((await ask(viewer.credentials.email, manager)).body.data).toEqual({})
    await server.apply({
      brands: [{ slug: 'common', name: 'Common' }],
      api_users: [viewer, manager].map(({ credentials }) => ({
        email: credentials.email,
        brands: ['common'],
      })),
    })
    expect((await ask(viewer.credentials.email, manager)).body.data.link).toMatch(/reset#/)
  })

  test('a link sets the password once, and ends all sessions and other links', async () => {
    const person = await makeAdministrator(server)
    const browser = await signedIn(server, person)
    const [token, other] = [await linkFor(person), await linkFor(person)]
    const common = await use(token, 'password123')
    expect(common).toMatchObject(adminRefusal(422, 'VALIDATION_ERROR'))
    expect(common.body.error.details).toMatchObject([{ field: 'password' }])
    expect(await use(token, PASSWORD, 'invitations')).toMatchObject(adminRefusal(404, 'NOT_FOUND'))
    const used = await use(token)
    expect(used).toMatchObject({ status: 200, body: { data: { email: person.credentials.email } } })
    for (const again of [token, other]) {
      expect(await use(again)).toMatchObject(adminRefusal(404, 'NOT_FOUND'))
    }
    expect(await browser.call('GET', '/session')).toMatchObject(adminRefusal(401, 'INVALID_TOKEN'))
    expect(await person.call('GET', '/session')).toMatchObject(adminRefusal(401, 'INVALID_TOKEN'))
    expect(await browser.signIn(person.credentials)).toMatchObject(adminRefusal(401, 'INVALID_CREDENTIALS'))
    expect((await browser.signIn({ ...person.credentials, password: PASSWORD })).status).toBe(200)
  })

  test('an invited user chooses a password by the link that the answer has once', async () => {
    const email = `invited-${Date.now()}@example.com`
    const invite = () =>
      administrator.call('POST', '/users', {
        headers: { 'idempotency-key': email },
        body: { email, role: 'viewer', all_brands: true },
      })
    const [first, again] = [await invite(), await invite()]
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.body.data).not.toHaveProperty('link')
    const [, token = ''] = /^\/console\/invitation#([\w-]{43})$/.exec(first.body.data.link) ?? []
    expect(await use(token, email, 'invitations')).toMatchObject(adminRefusal(422, 'VALIDATION_ERROR'))
    expect(await use(token)).toMatchObject(adminRefusal(404, 'NOT_FOUND'))
    expect((await use(token, PASSWORD, 'invitations')).status).toBe(200)
    expect(await use(token, PASSWORD, 'invitations')).toMatchObject(adminRefusal(404, 'NOT_FOUND'))
    const signed = await new Browser(server).signIn({ email, password: PASSWORD })
    expect(signed.body.data).toMatchObject({ role: 'viewer', all_brands: true })
    const shown = await administrator.call('GET', `/users/${first.body.data.id}`)
    expect(shown.body.data).toMatchObject({ invited: false })
  })

  test('a password set from the shell ends links, too', async () => {
    const person = await makeAdministrator(server)
    const token = await linkFor(person)
    await server.apply({ api_users: [{ email: person.credentials.email, password: 'from the shell' }] })
    expect(await use(token)).toMatchObject(adminRefusal(404, 'NOT_FOUND'))
  })

  test('an unknown link is 404, and one of another site is refused', async () => {
    expect(await use('x')).toMatchObject(adminRefusal(404, 'NOT_FOUND'))
    const answer = await server.send('POST', '/admin/v1/password-resets', {
      headers: { origin: 'https://evil.example' },
      body: { email: 'a@example.com' },
    })
    expect(answer).toMatchObject(adminRefusal(403, 'CROSS_ORIGIN'))
  })
})

describe('where mail is sent', async () => {
  const mails = await startMailServer()
  afterAll(() => mails[Symbol.asyncDispose]())
  const server = await startFileServer({
    env: {
      SMTP_URL: mails.url,
      SMTP_FROM: 'transom@example.com',
      PUBLIC_URL: 'https://transom.example.com/',
    },
  })
  const ask = (email: string) => server.send('POST', '/admin/v1/password-resets', { body: { email } })

  test('the link comes by mail alone, and known and unknown addresses answer alike', async () => {
    const administrator = await makeAdministrator(server)
    const { email } = administrator.credentials
    const unknown = await ask('nobody@example.com')
    const asked = await administrator.call('POST', '/password-resets', { body: { email } })
    expect(asked.body.data).toEqual({})
    expect([unknown.status, unknown.body.data]).toEqual([202, {}])
    expect(Object.keys(unknown.headers)).toEqual(Object.keys((await ask(email)).headers))
    const [mail] = await mails.received(2)
    expect(mail).toMatchObject({ from: 'transom@example.com', to: [email] })
    const text = mail!.source.replaceAll('=\r\n', '').replaceAll('=3D', '=')
    const [, token = ''] = /https:\/\/transom\.example\.com\/console\/reset#([\w-]{43})/.exec(text) ?? []
    const used = await server.send('POST', `/admin/v1/password-resets/${token}`, {
      body: { password: PASSWORD },
    })
    expect(used.status, used.text).toBe(200)
  })

  test('an invitation comes by mail, too, and its link is not shown', async () => {
    const administrator = await makeAdministrator(server)
    const before = mails.mails.length
    const body = { email: 'invited-by-mail@example.com', role: 'viewer', all_brands: true }
    const created = await administrator.call('POST', '/users', { body })
    expect(created.status, created.text).toBe(201)
    expect(created.body.data).not.toHaveProperty('link')
    const mail = (await mails.received(before + 1)).find(({ to }) => to[0] === body.email)
    expect(mail!.source.replaceAll('=\r\n', '')).toContain('https://transom.example.com/console/invitation#')
  })

  test('known and unknown addresses take as long', async () => {
    const { credentials } = await makeAdministrator(server)
    const times: Record<string, number[]> = { [credentials.email]: [], 'nobody@example.com': [] }
    for (let round = 0; round < 21; round++) {
      for (const [email, some] of Object.entries(times)) {
        const started = performance.now()
        await ask(email)
        some.push(performance.now() - started)
      }
    }
    const [a = 0, b = 0] = Object.values(times).map((some) => some.sort((x, y) => x - y)[10]!)
    expect(Math.max(a, b)).toBeLessThan(Math.min(a, b) * 5 + 20)
  })

  test('nobody is flooded: five mails an hour', async () => {
    const [victim, next] = [await makeAdministrator(server), await makeAdministrator(server)]
    const before = mails.mails.length
    for (let i = 0; i < 7; i++) await ask(victim.credentials.email)
    await ask(next.credentials.email)
    const sentTo = (person: Administrator) =>
      mails.mails.slice(before).filter(({ to }) => to[0] === person.credentials.email).length
    while (sentTo(next) === 0 || sentTo(victim) < 5) await mails.received(mails.mails.length + 1)
    expect(sentTo(victim)).toBe(5)
  })
})
