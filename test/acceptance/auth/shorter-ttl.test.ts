import { expect, test } from 'vitest'
import { startServer } from '../../support/server.ts'
import { refusal } from '../errors.ts'
import { listWith, makeUsers } from './users.ts'

test('a logged-out access token stays refused after a restart with a shorter TRANSOM_ACCESS_TTL', async () => {
  await using server = await startServer()
  const { ada, bob } = await makeUsers(server, { ada: {}, bob: {} })
  await bob.logIn()
  await ada.logIn()
  const path = '/api/v1/auth/logout'
  const headers = { authorization: `Bearer ${ada.accessToken}` }
  expect(await server.send('POST', path, { headers })).toMatchObject({ status: 200 })
  // Longer ago than the new lifetime, when the server looks again.
  await new Promise((resolve) => setTimeout(resolve, 1_100))
  server.env.TRANSOM_ACCESS_TTL = '1'
  await server.restart()
  expect(await listWith(server, ada.accessToken)).toMatchObject(refusal(401, 'INVALID_TOKEN'))
  // A token that was issued for an hour is valid for an hour.
  expect(await listWith(server, bob.accessToken)).toMatchObject({ status: 200 })
})
