import { expect, test } from 'vitest'
import { makeIntegrator } from '../../support/integrator.ts'
import { startServer } from '../../support/server.ts'

/** So long a running server may take to see what a command has changed. */
const SEEN = { timeout: 2_000, interval: 20 }

test('a running server signs with a new secret, accepts the one before, and then no longer', async () => {
  await using server = await startServer({ ownProcess: true, env: { TRANSOM_JWT_SECRET: '' } })
  const integrator = await makeIntegrator(server)
  const list = (token: string) =>
    server.send('GET', '/api/v1/warranty', { headers: { authorization: `Bearer ${token}` } })
  const kidOf = (token: string) =>
    JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString()).kid as string
  const old = { access: integrator.accessToken, refresh: integrator.refreshToken }

  const rotated = await server.command('keys', 'rotate', '--json')
  expect(rotated).toMatchObject({ code: 0, stderr: '' })
  const [present, previous] = JSON.parse(rotated.stdout).keys
  expect(kidOf(old.access)).toBe(previous.id)
  // A login for each look would use up the time on a slow machine.
  const changes = () => server.output.split('the signing secrets were changed').length - 1
  await expect.poll(changes, SEEN).toBe(1)
  await integrator.logIn()
  expect(kidOf(integrator.accessToken)).toBe(present.id)
  expect((await list(old.access)).status).toBe(200)
  expect((await list(integrator.accessToken)).status).toBe(200)

  const early = await server.command('keys', 'drop-previous')
  expect(early).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('--now') })
  expect((await server.command('keys', 'drop-previous', '--now')).code).toBe(0)
  await expect.poll(async () => (await list(old.access)).status, SEEN).toBe(401)
  const body = { refresh_token: old.refresh }
  expect((await server.send('POST', '/api/v1/auth/refresh', { body })).status).toBe(401)
  expect((await list(integrator.accessToken)).status).toBe(200)

  await server.restart()
  expect((await list(integrator.accessToken)).status).toBe(200)
  expect(rotated.stdout + server.output).not.toMatch(/[\w-]{64}/)
})
