import { existsSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { startServer, TestServer } from './server.ts'

test('a server that does not start leaves no database behind', async () => {
  const start = vi.spyOn(TestServer.prototype, 'start')
  await expect(startServer({ env: { PORT: 'none' } })).rejects.toThrow('PORT')
  const { database } = start.mock.contexts[0] as TestServer
  expect(existsSync(database.env.DATA_DIR)).toBe(false)
})
