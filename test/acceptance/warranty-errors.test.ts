import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { expectData, expectError } from '../support/envelope.ts'
import { makeIntegrator, newHin, warrantyBody } from '../support/integrator.ts'
import { startFileServer, startServer, type TestServer } from '../support/server.ts'

const server = await startFileServer()

/** A connection of an outsider to the server's database. */
async function intrude({ database }: TestServer) {
  const { DATABASE_URL, DATA_DIR } = database.env
  if (!DATABASE_URL) {
    const sqlite = new Sqlite(join(DATA_DIR, 'transom.db'))
    return { run: async (sql: string) => void sqlite.exec(sql), end: async () => void sqlite.close() }
  }
  const client = new pg.Client({ connectionString: DATABASE_URL })
  await client.connect()
  return { run: async (sql: string) => void (await client.query(sql)), end: () => client.end() }
}

describe('what needs no token', () => {
  test.each([
    '/api/v1',
    '/api/v1/',
    '/api/v1/warranties',
    '/api/v1/warranty/ABC12345D678/nothing',
    '/api/v1/warranty/ABC12345D678/history/1',
    '/api/v2',
  ])('404 NOT_FOUND: %s', async (path) => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      const answer = await server.send(method, path)
      if (path.startsWith('/api/v1')) expectError(answer, 404, 'NOT_FOUND')
      else expect(answer.status).toBe(404)
    }
  })

  const paths: [path: string, ...allowed: string[]][] = [
    ['/api/v1/warranty', 'GET', 'HEAD', 'POST', 'OPTIONS'],
    ['/api/v1/warranty/ABC12345D678', 'GET', 'HEAD', 'PATCH', 'OPTIONS'],
    ['/api/v1/warranty/short', 'GET', 'HEAD', 'PATCH', 'OPTIONS'],
    ['/api/v1/warranty/ABC12345D678/transfer', 'POST', 'OPTIONS'],
    ['/api/v1/warranty/ABC12345D678/history', 'GET', 'HEAD', 'OPTIONS'],
    ['/api/v1/warranty/ABC12345D678/retry-sync', 'POST', 'OPTIONS'],
  ]
  test.each(paths)('405 METHOD_NOT_ALLOWED: %s', async (path, ...allowed) => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      if (allowed.includes(method)) continue
      const answer = await server.send(method, path, {
        headers: { 'content-type': 'application/json' },
        raw: '{',
      })
      expectError(answer, 405, 'METHOD_NOT_ALLOWED')
      expect(answer.headers.allow?.split(', ').sort()).toEqual(allowed.sort())
    }
    const options = await server.send('OPTIONS', path)
    expect([options.status, options.headers.allow?.split(', ').sort()]).toEqual([204, allowed.sort()])
  })

  test('HEAD is GET without the body, token and all', async () => {
    const integrator = await makeIntegrator(server)
    const { hin } = expectData(await integrator.register(), 201)
    for (const path of ['/warranty', `/warranty/${hin}`, `/warranty/${hin}/history`]) {
      const answer = await integrator.call('HEAD', path)
      expect([answer.status, answer.text]).toEqual([200, ''])
    }
    expect((await integrator.call('HEAD', `/warranty/${newHin()}`)).status).toBe(404)
    expect((await server.send('HEAD', '/api/v1/warranty')).status).toBe(401)
  })
})

test('429 RATE_LIMITED says when to try again', async () => {
  await using limited = await startServer({ env: { RATE_LIMIT_PER_MINUTE: '60' } })
  const integrator = await makeIntegrator(limited)
  const other = await makeIntegrator(limited)
  const answers = await Promise.all(Array.from({ length: 100 }, () => integrator.call('GET', '/warranty')))
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused.length).toBeGreaterThan(10)
  for (const answer of refused) {
    expectError(answer, 429, 'RATE_LIMITED')
    expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/)
  }
  expectData(await other.call('GET', '/warranty'))
  const waitS = Number(refused[0]!.headers['retry-after'])
  await new Promise((resolve) => setTimeout(resolve, waitS * 1000))
  expectData(await integrator.call('GET', '/warranty'))
})

test('500 INTERNAL_ERROR shows the request id and nothing of the cause', async () => {
  await using broken = await startServer()
  const integrator = await makeIntegrator(broken)
  const { hin } = expectData(await integrator.register(), 201)
  const intruder = await intrude(broken)
  await intruder.run('ALTER TABLE ownerships RENAME TO elsewhere')
  const headers = { 'x-request-id': 'ask-about-me' }
  const answers = [
    await integrator.call('GET', `/warranty/${hin}`, { headers }),
    await integrator.call('POST', '/warranty', { headers, body: warrantyBody(integrator.brand.id) }),
    await integrator.call('POST', `/warranty/${hin}/retry-sync`, { headers }),
  ]
  for (const answer of answers) {
    expectError(answer, 500, 'INTERNAL_ERROR')
    expect(answer.body.error.message).toContain('ask-about-me')
    expect(answer.text).not.toMatch(
      /ownerships|relation|no such table|select|insert|sqlite|postgres|\.ts|127\.0/i,
    )
  }
  await intruder.run('ALTER TABLE elsewhere RENAME TO ownerships')
  await intruder.end()
  expectData(await integrator.call('GET', `/warranty/${hin}`))
  expect((await integrator.call('GET', '/warranty')).body.meta.pagination.total).toBe(1)
})

test('503 UNAVAILABLE when the database is held by another, with Retry-After; then all is well', async () => {
  await using held = await startServer()
  const integrator = await makeIntegrator(held)
  const intruder = await intrude(held)
  await intruder.run(held.database.dialect === 'sqlite' ? 'BEGIN IMMEDIATE' : 'BEGIN; LOCK TABLE warranties')
  const begun = performance.now()
  const hin = newHin()
  const answer = await integrator.register({ hin })
  expectError(answer, 503, 'UNAVAILABLE')
  expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/)
  expect(performance.now() - begun).toBeLessThan(20_000)
  await intruder.run('ROLLBACK')
  await intruder.end()
  expectData(await integrator.register({ hin }), 201)
})
