import { expect, test } from 'vitest'
import { makeAdministrator } from '../../support/administrator.ts'
import { Browser } from '../../support/browser.ts'
import { startServer } from '../../support/server.ts'
import { adminRefusal } from '../errors.ts'
import { FIRST, nthToken, printedBy, setUp } from './set-up-address.ts'

test('the address that the server prints makes one administrator, who is signed in', async () => {
  await using server = await startServer()
  const token = await nthToken(server)
  expect(await setUp(server, 'x'.repeat(43))).toMatchObject(adminRefusal(404, 'NOT_FOUND'))
  expect(await setUp(server, token, { ...FIRST, password: 'password1' })).toMatchObject(
    adminRefusal(422, 'VALIDATION_ERROR'),
  )
  const elsewhere = { headers: { origin: 'https://evil.example' }, body: FIRST }
  expect(await server.send('POST', `/admin/v1/setup/${token}`, elsewhere)).toMatchObject(
    adminRefusal(403, 'CROSS_ORIGIN'),
  )
  const browser = new Browser(server)
  const attempts = [
    browser.call('POST', `/setup/${token}`, { body: FIRST }),
    ...[1, 2, 3, 4].map((n) => setUp(server, token, { ...FIRST, email: `late-${n}@example.com` })),
  ]
  const answers = await Promise.all(attempts)
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 404, 404, 404, 404])
  const winner = answers.find(({ status }) => status === 201)!
  expect(winner.body.data).toMatchObject({ role: 'administrator', permissions: ['*'], all_brands: true })
  const [cookie = ''] = winner.headers['set-cookie']!.split(';')
  const users = await server.send('GET', '/admin/v1/users', { headers: { cookie } })
  expect(users.body.data).toMatchObject([{ email: winner.body.data.user.email, role: 'administrator' }])
  await server.restart()
  expect(printedBy(server)).toHaveLength(1)
})

test('a restart makes the address invalid and prints another', async () => {
  await using server = await startServer()
  const first = await nthToken(server)
  await server.restart()
  const second = await nthToken(server, 2)
  expect(await setUp(server, first)).toMatchObject(adminRefusal(404, 'NOT_FOUND'))
  expect((await setUp(server, second)).status).toBe(201)
})

test('where there is an administrator, no address is printed, and an old one is refused', async () => {
  await using server = await startServer()
  const token = await nthToken(server)
  await makeAdministrator(server)
  expect(await setUp(server, token)).toMatchObject(adminRefusal(409, 'CONFLICT'))
  await server.restart()
  expect((await server.send('GET', '/admin/v1/session')).status).toBe(401)
  expect(printedBy(server)).toHaveLength(1)
})

test('an address of a user of the warranty interface is taken', async () => {
  await using server = await startServer()
  await server.apply({ api_users: [{ ...FIRST, permissions: ['warranty:*'] }] })
  expect(await setUp(server, await nthToken(server))).toMatchObject(adminRefusal(409, 'CONFLICT'))
})

test('init makes the first administrator, and no second one', async () => {
  await using server = await startServer()
  const init = (email: string) =>
    server.command(
      ...['init', '--brand', 'harbor-craft', '--brand-name', 'Harbor Craft', '--email', email, '--generate'],
    )
  const first = await init(FIRST.email)
  expect(first.stdout).toContain('The first administrator')
  const [, password = ''] = /not shown again: (\S+)/.exec(first.stdout) ?? []
  const signed = await new Browser(server).signIn({ email: FIRST.email, password })
  expect(signed.body.data).toMatchObject({ role: 'administrator', all_brands: true })
  const second = await init('bea@example.com')
  expect(second.stdout).not.toContain('administrator')
  const shown = await server.command('users', 'show', 'bea@example.com', '--json')
  expect(JSON.parse(shown.stdout)).toMatchObject({ permissions: ['warranty:*'], all_brands: false })
})
