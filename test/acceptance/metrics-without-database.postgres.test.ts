import { expect, test } from 'vitest'
import { startProxy } from '../support/proxy.ts'
import { makeServer, startServer } from '../support/server.ts'

test('the process is measured while its database is away', async () => {
  await using behind = await makeServer()
  await using proxy = await startProxy(behind.database.env.DATABASE_URL!)
  await using server = await startServer({
    beside: behind,
    env: { DATABASE_URL: proxy.through(behind.database.env.DATABASE_URL!) },
  })
  proxy.takeDown()
  await expect.poll(() => server.isReady(), { timeout: 10_000 }).toBe(false)
  const answer = await server.send('GET', '/metrics')
  expect(answer.status).toBe(200)
  expect(answer.text).toContain('process_resident_memory_bytes')
  expect(answer.text).not.toMatch(/^transom_deliveries\{/m)
  proxy.recover()
  await expect
    .poll(async () => (await server.send('GET', '/metrics')).text, { timeout: 10_000 })
    .toMatch(/^transom_deliveries\{status="pending"\} 0$/m)
})
