import { expect, test } from 'vitest'
import { startServer } from '../../support/server.ts'
import { FIRST, nthToken, printedBy, setUp } from './set-up-address.ts'

test('one of two processes prints the address for the first administrator, which works at both', async () => {
  await using server = await startServer()
  const token = await nthToken(server)
  await using other = await startServer({ beside: server })
  expect((await setUp(other, token)).body.data).toMatchObject({ user: { email: FIRST.email } })
  expect(printedBy(other)).toEqual([])
})
