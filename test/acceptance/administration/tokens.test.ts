import { expect, test } from 'vitest'
import { makeIntegrator } from '../../support/integrator.ts'
import { startFileServer, startServer } from '../../support/server.ts'

/** So long a running server may take to see what a command has changed. */
const SEEN = { timeout: 2_000, interval: 20 }

const server = await startFileServer()

async function tokens(...args: string[]) {
  const { code, stdout, stderr } = await server.command('tokens', ...args, '--json')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return JSON.parse(stdout)
}

/** The locator's response to a caller with this token. */
async function statusOf(token: string, brand: string) {
  const path = `/dealer-locator?brand=${brand}&country=US&postal_code=75067`
  return (await server.send('GET', path, { headers: { 'x-api-token': token } })).status
}

test('a token is shown once, opens what it is to open, and no longer when it is revoked', async () => {
  const { brand } = await makeIntegrator(server)
  const name = `kiosk ${brand.slug}`
  const { token, ...created } = await tokens(
    ...['create', name, '--brands', brand.slug, '--scopes', 'dealer-locator'],
  )
  expect(token).toMatch(/^tr_[\w-]{43}$/)
  expect(created).toMatchObject({
    id: expect.any(Number),
    kind: 'secret',
    name,
    active: true,
    brands: [brand.slug],
    scopes: ['dealer-locator'],
    last_used_at: null,
  })
  await expect.poll(() => statusOf(token, brand.slug), SEEN).toBe(200)

  expect(await tokens('revoke', name)).toMatchObject({ id: created.id, active: false })
  await expect.poll(() => statusOf(token, brand.slug), SEEN).toBe(401)
  expect(server.output).not.toContain(token)
})

test('another text replaces the one before; given ones are not shown', async () => {
  const { brand, apiToken } = await makeIntegrator(server)
  const { token } = await tokens('update', brand.slug, '--new-token')
  await expect.poll(() => statusOf(apiToken, brand.slug), SEEN).toBe(401)
  await expect.poll(() => statusOf(token, brand.slug), SEEN).toBe(200)
  const given = `given-${brand.slug}-${brand.slug}`
  const { stdout } = await server.commandWithInput(
    given,
    ...['tokens', 'update', brand.slug, '--token-stdin', '--json'],
  )
  expect(JSON.parse(stdout).token).toBeUndefined()
  await expect.poll(() => statusOf(token, brand.slug), SEEN).toBe(401)
  await expect.poll(() => statusOf(given, brand.slug), SEEN).toBe(200)
})

test('when a token was last used is known a moment later, and over a restart', async () => {
  await using own = await startServer()
  const integrator = await makeIntegrator(own)
  const lastUse = async () => {
    const { stdout } = await own.command('tokens', 'show', integrator.brand.slug, '--json')
    return JSON.parse(stdout).last_used_at
  }
  expect(await lastUse()).toBeNull()
  const place = { country: 'US', postal_code: '75067' }
  await integrator.locate(place)
  await expect.poll(lastUse, { timeout: 60_000 }).toMatch(/^\d{4}-\d\d-\d\dT/)
  const first = await lastUse()
  // Within the same minute; the stopping server writes it all the same.
  await integrator.locate(place)
  await own.restart()
  expect((await lastUse()) > first).toBe(true)
})
