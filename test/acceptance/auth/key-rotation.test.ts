import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startFileServer } from '../../support/server.ts'
import { refusal } from '../errors.ts'
import { resign } from './tokens.ts'
import { listWith, makeUsers, refresh } from './users.ts'

const NEXT = randomBytes(32).toString('hex')

const server = await startFileServer()
const ada = (await makeUsers(server, { ada: {} })).ada

test('a signing secret is replaced without logging anybody out, and then retired', async () => {
  const first = server.env.TRANSOM_JWT_SECRET!
  const before = (await ada.logIn()).body.data

  server.env.TRANSOM_JWT_SECRET = NEXT
  server.env.TRANSOM_JWT_SECRET_PREVIOUS = first
  await server.restart()
  expect(await listWith(server, before.access_token)).toMatchObject({ status: 200 })
  const after = (await refresh(server, before.refresh_token)).body.data
  expect(await listWith(server, after.access_token)).toMatchObject({ status: 200 })
  // The retiring secret does not pass for the new one, nor a third one for either.
  for (const secret of [first, 'x'.repeat(32)]) {
    expect(await listWith(server, resign(after.access_token, secret))).toMatchObject(
      refusal(401, 'INVALID_TOKEN'),
    )
  }

  delete server.env.TRANSOM_JWT_SECRET_PREVIOUS
  await server.restart()
  expect(await listWith(server, before.access_token)).toMatchObject(refusal(401, 'INVALID_TOKEN'))
  expect(await refresh(server, before.refresh_token)).toMatchObject(refusal(401, 'INVALID_TOKEN'))
  expect(await listWith(server, after.access_token)).toMatchObject({ status: 200 })
  expect(await refresh(server, after.refresh_token)).toMatchObject({ status: 200 })
})

test('an access token expires after TRANSOM_ACCESS_TTL seconds, its refresh token does not', async () => {
  server.env.TRANSOM_ACCESS_TTL = '10'
  await server.restart()
  const { data } = (await ada.logIn()).body
  expect(data.expires_in).toBe(10)
  expect(await listWith(server, data.access_token)).toMatchObject({ status: 200 })
  await sleep(10_100)
  expect(await listWith(server, data.access_token)).toMatchObject(refusal(401, 'TOKEN_EXPIRED'))
  const next = (await refresh(server, data.refresh_token)).body.data
  expect(await listWith(server, next.access_token)).toMatchObject({ status: 200 })
})
