import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Integrator, makeIntegrator } from '../../support/integrator.ts'
import { freePort } from '../../support/ports.ts'
import { makeServer, type TestServer } from '../../support/server.ts'
import { runCommand, startProcess } from '../../support/server-process.ts'
import { runSql } from '../behind.ts'
import { refusal } from '../errors.ts'

let server: TestServer
let role: string
let owner: string

/** A server whose role has rights on data alone, as the documentation has them. */
beforeEach(async () => {
  server = await makeServer()
  owner = server.database.env.DATABASE_URL!
  role = `transom_data_${randomBytes(4).toString('hex')}`
  for (const statement of [
    `CREATE ROLE ${role} LOGIN PASSWORD 'first'`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role}`,
    `GRANT USAGE, SELECT, UPDATE ON ALL SEQUENCES IN SCHEMA public TO ${role}`,
  ])
    await runSql(server, statement)
  server.env.DATABASE_URL = asRole('first')
})
afterEach(async () => {
  await runSql(server, `DROP OWNED BY ${role}; DROP ROLE ${role}`)
  await server[Symbol.asyncDispose]()
})

function asRole(password: string): string {
  const url = new URL(owner)
  url.username = role
  url.password = password
  return url.href
}

const endConnections = () =>
  runSql(server, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${role}'`)

async function expectUnavailable(ada: Integrator): Promise<void> {
  const answer = await ada.register()
  expect(answer).toMatchObject(refusal(503, 'UNAVAILABLE'))
  expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/)
}

test('a role with rights on data alone runs the server on a migrated database', async () => {
  await server.start()
  const ada = await makeIntegrator(server)
  expect(await ada.register()).toMatchObject({ status: 201 })
})

test('a password that was changed is answered with 503, and named by doctor and the next start', async () => {
  await server.start()
  const ada = await makeIntegrator(server)
  await runSql(server, `ALTER ROLE ${role} PASSWORD 'second'`)
  await endConnections()
  await expectUnavailable(ada)
  expect((await server.send('GET', '/readyz')).status).toBe(503)
  const { stdout } = await runCommand(['doctor'], server.env)
  expect(stdout).toMatch(
    /database: It cannot be used\. PostgreSQL refuses the login: password authentication failed/,
  )
  await runSql(server, `ALTER ROLE ${role} PASSWORD 'first'`)
  await expect.poll(async () => (await ada.register()).status, { timeout: 10_000 }).toBe(201)
  const env = { ...server.env, PORT: String(await freePort()), DATABASE_URL: asRole('wrong') }
  const started = await startProcess('serve', env, (output) => output.includes('refuses the login'))
  expect(await started.exited).toBe(1)
  expect(started.output()).toMatch(
    /DATABASE_URL cannot be used: PostgreSQL refuses the login.*Correct user and password/,
  )
})

test.each([
  ['a role that may not log in', 'NOLOGIN', 'LOGIN', /refuses the login/],
  [
    'a role without connections left',
    'CONNECTION LIMIT 0',
    'CONNECTION LIMIT -1',
    /no connection left.*too many connections/,
  ],
])(
  '%s is answered with 503 until it is fixed, and explained by doctor',
  async (_what, broken, fixed, text) => {
    await server.start()
    const ada = await makeIntegrator(server)
    await runSql(server, `ALTER ROLE ${role} ${broken}`)
    await endConnections()
    await expectUnavailable(ada)
    expect((await runCommand(['doctor'], server.env)).stdout).toMatch(text)
    await runSql(server, `ALTER ROLE ${role} ${fixed}`)
    await expect.poll(async () => (await ada.register()).status, { timeout: 10_000 }).toBe(201)
  },
)

test('a lock that is not granted in time is answered with 503', async () => {
  await runSql(server, `ALTER ROLE ${role} SET lock_timeout = '100ms'`)
  await server.start()
  const ada = await makeIntegrator(server)
  const lock = runSql(
    server,
    'BEGIN; LOCK TABLE warranties IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(3); COMMIT',
  )
  await expect.poll(async () => (await ada.register()).status, { timeout: 3_000, interval: 50 }).toBe(503)
  await lock
  expect(await ada.register()).toMatchObject({ status: 201 })
})

test('a database that needs migrations is left alone by a role that may make none, in a sentence', async () => {
  await runSql(server, "DELETE FROM schema_migrations WHERE name = '0011_geocode_answers_age.sql'")
  const { code, stderr } = await runCommand(['migrate'], server.env)
  expect(code).toBe(1)
  expect(stderr).toMatch(
    /^DATABASE_URL cannot be used: The role in DATABASE_URL may not do this: .*transom migrate/,
  )
})

test('doctor names the tables that the role may not write', async () => {
  await runSql(
    server,
    `REVOKE INSERT ON warranties FROM ${role}; REVOKE UPDATE ON audit_entries FROM ${role}`,
  )
  const { code, stdout } = await runCommand(['doctor'], server.env)
  expect(code).toBe(1)
  expect(stdout).toMatch(/may not read and write warranties\.\n.*GRANT/)
})

test('a server that starts on a standby says so, and waits until it takes writes', async () => {
  const { name } = server.database
  // New connections find this function instead of PostgreSQL's own.
  await runSql(
    server,
    `ALTER DATABASE ${name} SET search_path = public, pg_catalog;
      CREATE FUNCTION pg_is_in_recovery() RETURNS boolean LANGUAGE sql AS $$ SELECT true $$`,
  )
  server.env.PORT = String(await freePort())
  const started = await startProcess('serve', server.env, (output) =>
    output.includes('waiting for the database'),
  )
  expect(started.output()).toMatch(/standby, which takes no writes/)
  await runSql(server, 'DROP FUNCTION pg_is_in_recovery()')
  await expect.poll(() => started.output(), { timeout: 20_000 }).toContain('"msg":"ready"')
  started.signal('SIGTERM')
  expect(await started.exited).toBe(0)
})

test('the host that responds is used', async () => {
  const { host } = new URL(owner)
  const nobody = `127.0.0.1:${await freePort()}`
  server.env.DATABASE_URL = asRole('first').replace(host, `${nobody},${host}`)
  await server.start()
  const ada = await makeIntegrator(server)
  expect(await ada.register()).toMatchObject({ status: 201 })
})
