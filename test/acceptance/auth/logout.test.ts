import { expect, test } from 'vitest'
import type { Answer, Sent } from '../../support/client.ts'
import { startFileServer } from '../../support/server.ts'
import { refusal } from '../errors.ts'
import { listWith, makeUsers, refresh } from './users.ts'

const server = await startFileServer()
const users = await makeUsers(server, { ada: {}, bob: {} })
const ada = users.ada
const bob = users.bob

const JSON_TYPED = { 'content-type': 'application/json' }

const logOut = ({ body }: Answer, { headers, ...sent }: Sent = {}) =>
  server.send('POST', '/api/v1/auth/logout', {
    ...sent,
    headers: { authorization: `Bearer ${body.data.access_token}`, ...headers },
  })

/** The responses to a session's access token, and then to its refresh token. */
async function statuses({ body }: Answer): Promise<number[]> {
  const access = await listWith(server, body.data.access_token)
  return [access.status, (await refresh(server, body.data.refresh_token)).status]
}

test.each<[string, (session: Answer) => Sent]>([
  ['its refresh token', ({ body }) => ({ body: { refresh_token: body.data.refresh_token } })],
  ['no body', () => ({})],
  ['an empty JSON-typed body', () => ({ raw: '', headers: JSON_TYPED })],
  ['no body, yet a Content-Type', () => ({ headers: JSON_TYPED })],
  ['an empty object', () => ({ body: {} })],
  ['refresh_token null', () => ({ body: { refresh_token: null } })],
  ['a refresh token that is none', () => ({ body: { refresh_token: 'a.b.c' } })],
])('logout with %s ends the session and no other', async (_, sent) => {
  const session = await ada.logIn()
  const other = await ada.logIn()
  const answer = await logOut(session, sent(session))
  expect(answer).toMatchObject({ status: 200 })
  expect(answer.body).toEqual({
    success: true,
    status: 200,
    data: {},
    meta: { timestamp: expect.any(String), version: '0.2.0' },
  })
  expect(await statuses(session)).toEqual([401, 401])
  expect(await statuses(other)).toEqual([200, 200])
})

test('logout ends the tokens that the session got by refreshing too', async () => {
  const session = await ada.logIn()
  const refreshed = await refresh(server, session.body.data.refresh_token)
  await logOut(session)
  expect(await statuses(refreshed)).toEqual([401, 401])
})

test("another of the user's sessions ends with it when its refresh token is given", async () => {
  const session = await ada.logIn()
  const other = await ada.logIn()
  await logOut(session, { body: { refresh_token: other.body.data.refresh_token } })
  expect(await statuses(session)).toEqual([401, 401])
  expect(await statuses(other)).toEqual([401, 401])
})

test("a stranger's refresh token does not end the stranger's session", async () => {
  const session = await ada.logIn()
  const stranger = await bob.logIn()
  await logOut(session, { body: { refresh_token: stranger.body.data.refresh_token } })
  expect(await statuses(session)).toEqual([401, 401])
  expect(await statuses(stranger)).toEqual([200, 200])
})

test('a second logout finds the session ended', async () => {
  const session = await ada.logIn()
  await logOut(session)
  expect(await logOut(session)).toMatchObject(refusal(401, 'INVALID_TOKEN'))
})

test.each<[string, Sent, number, string]>([
  ['a number for a token', { body: { refresh_token: 7 } }, 422, 'VALIDATION_ERROR'],
  ['a list', { body: [] }, 422, 'VALIDATION_ERROR'],
  ['broken JSON', { raw: '{', headers: JSON_TYPED }, 400, 'INVALID_JSON'],
  ['a text', { raw: '{}', headers: { 'content-type': 'text/plain' } }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
])('logout with %s is refused, and the session lives on', async (_, sent, status, code) => {
  const session = await ada.logIn()
  expect(await logOut(session, sent)).toMatchObject(refusal(status, code))
  expect(await statuses(session)).toEqual([200, 200])
})
