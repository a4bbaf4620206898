import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Integrator, newHin } from '../../support/integrator.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { refusal } from '../errors.ts'
import { listWith, logIn, makeUsers, refresh } from './users.ts'

let server: TestServer
let users: Record<'moved' | 'deactivated' | 'narrowed' | 'widened' | 'unbranded' | 'same', Integrator>
let hin: string

/** Every change is made by one command beside the running server, after all tokens have been used. */
beforeAll(async () => {
  server = await startServer()
  users = await makeUsers(server, {
    moved: {},
    deactivated: {},
    narrowed: {},
    widened: { permissions: ['warranty:read'] },
    unbranded: {},
    same: {},
  })
  for (const user of Object.values(users)) await user.logIn()
  hin = newHin()
  expect(await users.same.register({ hin })).toMatchObject({ status: 201 })
  for (const user of Object.values(users)) {
    expect(await user.call('GET', `/warranty/${hin}`)).toMatchObject({ status: 200 })
  }
  const { email } = users.same.credentials
  await server.apply({
    api_users: [
      { email: users.moved.credentials.email, password: 'another password' },
      { email: users.deactivated.credentials.email, active: false },
      { email: users.narrowed.credentials.email, permissions: ['warranty:list'] },
      { email: users.widened.credentials.email, permissions: ['warranty:read', 'warranty:update'] },
      { email: users.unbranded.credentials.email, brands: [] },
      { email, password: users.same.credentials.password, permissions: ['warranty:*'], active: true },
    ],
  })
  // Two seconds are allowed for the server to see it; then all of it holds at once.
  const seen = async () =>
    expect(await listWith(server, users.moved.accessToken)).toMatchObject({ status: 401 })
  await vi.waitFor(seen, { timeout: 2_000 })
})
afterAll(() => server[Symbol.asyncDispose]())

describe.each(['moved', 'deactivated'] as const)('a user whose account was %s', (name) => {
  test('finds both tokens refused, the old password too', async () => {
    const { accessToken, refreshToken, credentials } = users[name]
    expect(await listWith(server, accessToken)).toMatchObject(refusal(401, 'INVALID_TOKEN'))
    expect(await refresh(server, refreshToken)).toMatchObject(refusal(401, 'INVALID_TOKEN'))
    const answer = await logIn(server, credentials.email, credentials.password)
    expect(answer).toMatchObject(refusal(401, 'INVALID_CREDENTIALS'))
  })
})

test('the new password works', async () => {
  const { email } = users.moved.credentials
  const answer = await logIn(server, email, 'another password')
  expect(await listWith(server, answer.body.data.access_token)).toMatchObject({ status: 200 })
})

test('a user who is active again logs in, and the old tokens stay dead', async () => {
  const { accessToken, refreshToken, credentials } = users.deactivated
  await server.apply({ api_users: [{ email: credentials.email, active: true }] })
  expect(await listWith(server, accessToken)).toMatchObject(refusal(401, 'INVALID_TOKEN'))
  expect(await refresh(server, refreshToken)).toMatchObject(refusal(401, 'INVALID_TOKEN'))
  expect(await logIn(server, credentials.email, credentials.password)).toMatchObject({ status: 200 })
})

test('a permission that was taken away is refused with the same token', async () => {
  const user = users.narrowed
  expect(await user.call('GET', `/warranty/${hin}`)).toMatchObject(refusal(403, 'ENDPOINT_NOT_PERMITTED'))
  expect(await user.call('GET', '/warranty')).toMatchObject({ status: 200 })
})

test('a permission that was given opens its endpoint to the same token', async () => {
  const body = { warranty_notes: 'by the new right' }
  expect(await users.widened.call('PATCH', `/warranty/${hin}`, { body })).toMatchObject({ status: 200 })
  expect(await users.widened.call('GET', '/warranty')).toMatchObject(refusal(403, 'ENDPOINT_NOT_PERMITTED'))
})

test('a brand that was taken away is invisible to the same token', async () => {
  const user = users.unbranded
  expect(await user.call('GET', `/warranty/${hin}`)).toMatchObject(refusal(404, 'WARRANTY_NOT_FOUND'))
  expect((await user.call('GET', '/warranty')).body.data).toEqual([])
  expect(await user.register()).toMatchObject(refusal(403, 'BRAND_NOT_PERMITTED'))
})

test('a user to whom the same was given again notices nothing', async () => {
  const { accessToken, refreshToken } = users.same
  expect(await listWith(server, accessToken)).toMatchObject({ status: 200 })
  expect(await refresh(server, refreshToken)).toMatchObject({ status: 200 })
})
