import { describe, expect, test } from 'vitest'
import { startFileServer } from '../../support/server.ts'
import { leadRefusal, plainRefusal, refusal } from '../errors.ts'
import { ENDPOINTS } from './endpoints.ts'
import { logIn, makeUsers, refresh } from './users.ts'

const server = await startFileServer()
const user = (await makeUsers(server, { ada: {} })).ada
await user.logIn()

describe.each([...ENDPOINTS, { method: 'POST', path: '/auth/logout' }])(
  '$method $path',
  ({ method, path }) => {
    const send = (headers?: Record<string, string>) => server.send(method, `/api/v1${path}`, { headers })

    test('without a token asks for one', async () => {
      const answer = await send()
      expect(answer).toMatchObject(refusal(401, 'AUTHENTICATION_REQUIRED'))
      expect(answer.headers['www-authenticate']).toBe('Bearer')
    })

    test('with a bad token says that it is bad', async () => {
      const answer = await send({ authorization: 'Bearer a.b.c' })
      expect(answer).toMatchObject(refusal(401, 'INVALID_TOKEN'))
      expect(answer.headers['www-authenticate']).toMatch(/^Bearer .*\berror="invalid_token"/)
    })
  },
)

test.each([
  ['empty', ''],
  ['a scheme without a token', 'Bearer'],
  ['a scheme and a blank', 'Bearer '],
  ['Basic', 'Basic YWRhOnNlY3JldA=='],
  ['another scheme', 'Token abc'],
  ['a scheme run into the token', 'Bearerabc'],
])('an Authorization header that is %s is no token', async (_, authorization) => {
  const answer = await server.send('GET', '/api/v1/warranty', { headers: { authorization } })
  expect(answer).toMatchObject(refusal(401, 'AUTHENTICATION_REQUIRED'))
  expect(answer.headers['www-authenticate']).toBe('Bearer')
})

test.each(['not a token', 'a.b.c d', 'é è'])('a token with blanks, %s, is a bad one', async (token) => {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await server.send('GET', '/api/v1/warranty', { headers })
  expect(answer).toMatchObject(refusal(401, 'INVALID_TOKEN'))
  expect(answer.headers['www-authenticate']).toMatch(/^Bearer .*\berror="invalid_token"/)
})

test('blanks around a token are ignored', async () => {
  const headers = { authorization: `Bearer   ${user.accessToken}  ` }
  expect(await server.send('GET', '/api/v1/warranty', { headers })).toMatchObject({ status: 200 })
})

test.each(['bearer', 'BEARER', 'BeArEr'])('the scheme may be written %s', async (scheme) => {
  const headers = { authorization: `${scheme} ${user.accessToken}` }
  expect(await server.send('GET', '/api/v1/warranty', { headers })).toMatchObject({ status: 200 })
})

test.each(['access_token', 'token', 'authorization'])(
  'a token in the URL as %s is ignored',
  async (name) => {
    const answer = await server.send('GET', `/api/v1/warranty?${name}=${user.accessToken}`)
    expect(answer).toMatchObject(refusal(401, 'AUTHENTICATION_REQUIRED'))
  },
)

test('an API token is no bearer token', async () => {
  const answer = await server.send('GET', '/api/v1/warranty', {
    headers: { 'x-api-token': user.accessToken },
  })
  expect(answer).toMatchObject(refusal(401, 'AUTHENTICATION_REQUIRED'))
})

test('every other 401 bears a challenge too', async () => {
  const wrong = await logIn(server, 'nobody@example.com', 'wrong')
  expect(wrong.headers['www-authenticate']).toBe('Bearer')
  const stale = await refresh(server, 'a.b.c')
  expect(stale.headers['www-authenticate']).toMatch(/^Bearer .*\berror="invalid_token"/)
  const locator = await server.send('GET', '/dealer-locator')
  expect(locator).toMatchObject(plainRefusal(401))
  expect(locator.headers['www-authenticate']).toMatch(/\S/)
  const lead = await server.send('POST', '/lead-submission', { body: {} })
  expect(lead).toMatchObject(leadRefusal(401))
  expect(lead.headers['www-authenticate']).toMatch(/\S/)
})
