import { expect, test } from 'vitest'
import { makeIntegrator } from '../../support/integrator.ts'
import { startFileServer } from '../../support/server.ts'

/** So long a running server may take to see what a command has changed. */
const SEEN = { timeout: 2_000, interval: 20 }

const server = await startFileServer()

/** What a command that must succeed prints with `--json`. */
async function users(...args: string[]) {
  const { code, stdout, stderr } = await server.command('users', ...args, '--json')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return JSON.parse(stdout)
}

async function logIn(email: string, password: string): Promise<number> {
  return (await server.send('POST', '/api/v1/auth/login', { body: { email, password } })).status
}

test('a user is created, logs in, and is shown with what it holds and its session', async () => {
  const { brand } = await makeIntegrator(server)
  const email = `Ada.${brand.slug}@example.com`
  const created = await server.commandWithInput(
    'correct horse\n',
    ...['users', 'create', email, '--brands', brand.slug, '--permissions', 'warranty:read,warranty:list'],
    '--password-stdin',
  )
  expect(created).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^Created: .*@example\.com \(id \d+\)\.\n$/),
    stderr: '',
  })
  await expect.poll(() => logIn(email, 'correct horse'), SEEN).toBe(200)

  const shown = await users('show', email.toLowerCase())
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{6}Z$/)
  expect(shown).toMatchObject({
    id: expect.any(Number),
    email,
    active: true,
    brands: [brand.slug],
    permissions: ['warranty:list', 'warranty:read'],
    sessions: [expect.objectContaining({ started_at: time, refreshed_at: time, expires_at: time })],
  })
})

test('one session of a user is ended, and the others continue', async () => {
  const integrator = await makeIntegrator(server)
  const { email, password } = integrator.credentials
  expect(await logIn(email, password)).toBe(200)
  const [, first] = (await users('show', email)).sessions
  expect(await users('end-sessions', email, '--only', `api:${first.id}`)).toEqual({ ended: 1 })
  await expect.poll(async () => (await integrator.call('GET', '/warranty')).status, SEEN).toBe(401)
  expect((await users('show', email)).sessions).toHaveLength(1)
})

test('another password, made up, ends what the one before began, and is in no log', async () => {
  const integrator = await makeIntegrator(server)
  const { email, password } = integrator.credentials
  const set = await users('set-password', email, '--generate')
  const list = async () => (await integrator.call('GET', '/warranty')).status
  await expect.poll(list, SEEN).toBe(401)
  expect(await logIn(email, password)).toBe(401)
  expect(await logIn(email, set.password)).toBe(200)
  expect(server.output).not.toContain(set.password)
})

test('grants and revocations apply to open sessions', async () => {
  const integrator = await makeIntegrator(server, { permissions: ['warranty:create'] })
  const other = await makeIntegrator(server)
  const { email } = integrator.credentials
  const both = ['--permissions', 'warranty:list', '--brands', other.brand.slug]
  const statuses = async () => [
    (await integrator.call('GET', '/warranty')).status,
    (await integrator.register({ brand_id: other.brand.id })).status,
  ]
  expect(await statuses()).toEqual([403, 403])
  await users('grant', email, ...both)
  await expect.poll(statuses, SEEN).toEqual([200, 201])
  await users('revoke', email, ...both)
  await expect.poll(statuses, SEEN).toEqual([403, 403])
})

test('a deactivated user is out, and may come in again when activated', async () => {
  const integrator = await makeIntegrator(server)
  const { email, password } = integrator.credentials
  const list = async () => (await integrator.call('GET', '/warranty')).status
  expect(await users('deactivate', email)).toMatchObject({ email, active: false })
  await expect.poll(list, SEEN).toBe(401)
  expect(await logIn(email, password)).toBe(401)
  expect((await users('show', email)).sessions).toEqual([])
  await users('activate', email)
  expect(await list()).toBe(401)
  await expect.poll(() => logIn(email, password), SEEN).toBe(200)
})

test('an unknown user ends with 1 and a message, and nothing on standard output', async () => {
  const { credentials } = await makeIntegrator(server)
  expect(await server.command('users', 'show', `x${credentials.email}`)).toEqual({
    code: 1,
    stdout: '',
    stderr: `There is no API user "x${credentials.email}". Did you mean "${credentials.email}"?\n`,
  })
})
