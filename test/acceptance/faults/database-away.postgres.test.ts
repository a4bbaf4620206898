import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { Client } from '../../support/client.ts'
import { type Integrator, makeIntegrator, newHin } from '../../support/integrator.ts'
import { freePort } from '../../support/ports.ts'
import { startProxy, type TcpProxy } from '../../support/proxy.ts'
import { makeServer, type TestServer } from '../../support/server.ts'
import { startProcess } from '../../support/server-process.ts'
import { logIn, refresh } from '../auth/users.ts'
import { runSql } from '../behind.ts'
import { leadRefusal, plainRefusal, refusal } from '../errors.ts'

const UNAVAILABLE = refusal(503, 'UNAVAILABLE')

test.concurrent('a server without its database lives, says that it is not ready, and gets ready by itself', async () => {
  await using server = await makeServer({ empty: true })
  await using proxy = await startProxy(server.database.env.DATABASE_URL!)
  proxy.takeDown()
  server.env.DATABASE_URL = proxy.through(server.database.env.DATABASE_URL!)
  server.env.PORT = String(await freePort())
  const started = server.start()
  const client = new Client(server.url)
  await until(() =>
    client.send('GET', '/livez').then(
      ({ status }) => status === 200,
      () => false,
    ),
  )
  await sleep(1_500)
  expect(await client.send('GET', '/livez')).toMatchObject({ status: 200 })
  expect(await client.send('GET', '/readyz')).toMatchObject({ status: 503 })
  for (const [method, path, refused] of [
    ['POST', '/api/v1/auth/login', UNAVAILABLE],
    ['GET', '/api/v1/warranty', UNAVAILABLE],
    ['GET', '/dealer-locator', plainRefusal(503)],
    ['POST', '/lead-submission', leadRefusal(503)],
  ] as const) {
    const answer = await client.send(method, path)
    expect(answer).toMatchObject(refused)
    expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/)
  }
  proxy.recover()
  await started
  // One line, although it tries twice a second.
  expect(server.output.match(/waiting for the database/g)).toHaveLength(1)
  expect(server.output).not.toContain('request failed')
  expect(await client.send('GET', '/readyz')).toMatchObject({ status: 200 })
  expect(await logIn(server, 'nobody@example.com', 'wrong')).toMatchObject({ status: 401 })
  await client.close()
})

test.concurrent.each(['serve', 'work'])(
  'SIGTERM ends what waits for its database to %s, before it begins',
  async (role) => {
    await using server = await makeServer({ empty: true })
    await using proxy = await startProxy(server.database.env.DATABASE_URL!)
    proxy.takeDown()
    const env = {
      ...server.env,
      PORT: '0',
      SHUTDOWN_GRACE_MS: '1000',
      DATABASE_URL: proxy.through(server.database.env.DATABASE_URL!),
    }
    const waiting = await startProcess(role, env, (output) => output.includes('waiting for the database'))
    waiting.signal('SIGTERM')
    expect(await waiting.exited).toBe(0)
    expect(waiting.output()).not.toContain('"msg":"ready"')
  },
)

test.concurrent.each(['serve', 'work'])(
  'SIGTERM ends %s within half a minute when the database has frozen',
  async (role) => {
    await using server = await makeServer()
    await using proxy = await startProxy(server.database.env.DATABASE_URL!)
    const env = { ...server.env, PORT: '0', DATABASE_URL: proxy.through(server.database.env.DATABASE_URL!) }
    const process = await startProcess(role, env, (output) => output.includes('"msg":"ready"'))
    const listens =
      "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'"
    await until(async () => (await runSql(server, listens)).length === 1)
    proxy.freeze()
    const stoppedAt = performance.now()
    process.signal('SIGTERM')
    expect(await process.exited).toBe(0)
    expect(performance.now() - stoppedAt).toBeLessThan(30_000)
    expect(process.output()).toContain('the database does not answer: its connections are left open')
  },
)

describe('a database that', () => {
  let proxy: TcpProxy
  let server: TestServer
  let ada: Integrator

  beforeAll(async () => {
    server = await makeServer()
    proxy = await startProxy(server.database.env.DATABASE_URL!)
    server.env.DATABASE_URL = proxy.through(server.database.env.DATABASE_URL!)
    await server.start()
    ada = await makeIntegrator(server)
  })
  afterAll(async () => {
    await server[Symbol.asyncDispose]()
    await proxy[Symbol.asyncDispose]()
  })
  afterEach(async () => {
    proxy.recover()
    await until(() => server.isReady())
  })

  const terminate = (which = 'true') =>
    runSql(
      server,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'transom' AND ${which}`,
    )

  /** How often each HIN is stored. */
  const stored = async () => {
    const rows = await runSql(server, 'SELECT hin, count(*) AS count FROM warranties GROUP BY hin')
    return new Map(rows.map(({ hin, count }) => [hin, Number(count)]))
  }

  test('ends idle connections does not end the process', async () => {
    expect((await terminate()).length).toBeGreaterThan(0)
    const statuses = new Set<number>()
    for (let i = 0; i < 20; i++) statuses.add((await ada.call('GET', '/warranty')).status)
    expect([200, 503]).toEqual(expect.arrayContaining([...statuses]))
    expect(await ada.call('GET', '/warranty')).toMatchObject({ status: 200 })
    expect(await ada.register()).toMatchObject({ status: 201 })
  })

  test('ends a connection in the middle of its work gets the work again', async () => {
    const blocker = new pg.Client({ connectionString: server.database.env.DATABASE_URL })
    await blocker.connect()
    await blocker.query('BEGIN; LOCK TABLE warranties')
    const hin = newHin()
    const create = ada.register({ hin })
    const list = ada.call('GET', '/warranty')
    const waiting = "wait_event_type = 'Lock'"
    const count = `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND ${waiting}`
    await until(async () => (await runSql(server, count)).length >= 2)
    await terminate(waiting)
    await blocker.query('ROLLBACK')
    await blocker.end()
    expect(await create).toMatchObject({ status: 201 })
    expect((await stored()).get(hin)).toBe(1)
    expect([200, 503]).toContain((await list).status)
  })

  test('ends connections again and again loses nothing that was acknowledged', async () => {
    let over = false
    const answers: { hin: string; status: number }[] = []
    const writers = Array.from({ length: 4 }, async () => {
      while (!over) {
        const hin = newHin()
        answers.push({ hin, status: (await ada.register({ hin })).status })
      }
    })
    for (let round = 0; round < 20; round++) {
      await sleep(50)
      await terminate()
    }
    over = true
    await Promise.all(writers)
    expect(new Set(answers.map(({ status }) => status)).difference(new Set([201, 503]))).toEqual(new Set())
    const kept = answers.filter(({ status }) => status === 201)
    expect(kept.length).toBeGreaterThan(0)
    const counts = await stored()
    expect(kept.filter(({ hin }) => counts.get(hin) !== 1)).toEqual([])
  })

  test('freezes is answered for with 503 in a bounded time, and found again', async () => {
    proxy.freeze()
    const asked = performance.now()
    const answers = await Promise.all([
      ada.call('GET', '/warranty'),
      ada.register(),
      logIn(server, ada.credentials.email, ada.credentials.password),
      refresh(server, ada.refreshToken),
    ])
    // All of them end within 5 s; a busy machine adds to it.
    expect(performance.now() - asked).toBeLessThan(7_000)
    for (const answer of answers) {
      expect(answer).toMatchObject(UNAVAILABLE)
      expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/)
    }
    const live = performance.now()
    expect(await server.send('GET', '/livez')).toMatchObject({ status: 200 })
    expect(performance.now() - live).toBeLessThan(4_000)
    expect(await server.send('GET', '/readyz')).toMatchObject({ status: 503 })
    proxy.recover()
    await until(async () => (await ada.call('GET', '/warranty')).status === 200)
    expect(await ada.register()).toMatchObject({ status: 201 })
  })

  test('goes down and comes back is found again', async () => {
    proxy.takeDown()
    expect(await ada.register()).toMatchObject(UNAVAILABLE)
    expect(await server.send('GET', '/readyz')).toMatchObject({ status: 503 })
    expect(await server.send('GET', '/livez')).toMatchObject({ status: 200 })
    proxy.recover()
    await until(async () => (await ada.register()).status === 201)
  })

  test('has no room left refuses to write and continues reading', async () => {
    await runSql(
      server,
      `CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$`,
    )
    await runSql(server, 'CREATE TRIGGER no_room BEFORE INSERT ON ownerships EXECUTE FUNCTION no_room()')
    const hin = newHin()
    expect(await ada.register({ hin })).toMatchObject(UNAVAILABLE)
    expect(await ada.call('GET', `/warranty/${hin}`)).toMatchObject(refusal(404, 'WARRANTY_NOT_FOUND'))
    await runSql(server, 'DROP TRIGGER no_room ON ownerships')
    expect(await ada.register({ hin })).toMatchObject({ status: 201 })
  })
})

/** Waits until `check` holds; fails after `budgetMs`. */
async function until(check: () => Promise<boolean>, budgetMs = 60_000) {
  const deadline = Date.now() + budgetMs
  while (!(await check())) {
    expect(Date.now()).toBeLessThan(deadline)
    await sleep(50)
  }
}
