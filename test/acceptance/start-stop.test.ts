import { expect, test } from 'vitest'
import { makeServer, startServer } from '../support/server.ts'

test('a first start makes the tables and gets ready', async () => {
  await using server = await startServer({ empty: true })
  expect((await server.send('GET', '/livez')).status).toBe(200)
  expect((await server.send('GET', '/readyz')).status).toBe(200)
})

test('SIGTERM ends the process with code 0', async () => {
  await using server = await startServer()
  expect(await server.kill('SIGTERM')).toBe(0)
})

test('a killed server starts again on its database', async () => {
  await using server = await startServer()
  await server.restart('SIGKILL')
  expect(await server.isReady()).toBe(true)
})

test('two processes that start at once on a new database both get ready', async () => {
  await using first = await makeServer({ empty: true })
  await using second = await makeServer({ beside: first })
  await Promise.all([first.start(), second.start()])
  expect([await first.isReady(), await second.isReady()]).toEqual([true, true])
})
