import { readFileSync } from 'node:fs'
import { expect, inject, test } from 'vitest'
import { startCrm } from '../support/crm.ts'
import { makeIntegrator } from '../support/integrator.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { register, untilSync, webhookAt } from '../support/warranty-crm.ts'
import { plainRefusal } from './errors.ts'

/** The value of a series; undefined when there is none. */
async function seriesOf(server: TestServer, series: string): Promise<number | undefined> {
  const { text } = await server.send('GET', '/metrics')
  const line = text.split('\n').find((one) => one.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}

const deliveries = async (server: TestServer) => ({
  pending: await seriesOf(server, 'transom_deliveries{status="pending"}'),
  failed: await seriesOf(server, 'transom_deliveries{status="failed"}'),
})

test('pending and failed deliveries are shown', async () => {
  await using crm = await startCrm()
  await using server = await startServer()
  expect(await deliveries(server)).toEqual({ pending: 0, failed: 0 })
  const integrator = await makeIntegrator(server, { brand: { warranty_crm: webhookAt(crm, '/crm') } })
  crm.next('/crm', { status: 422 }, { status: 503, headers: { 'retry-after': '600' } })
  const refused = await register(integrator)
  await untilSync(integrator, refused, { status: 'failed' })
  const waiting = await register(integrator)
  await untilSync(integrator, waiting, { status: 'pending', attempts: 1 })
  expect(await deliveries(server)).toEqual({ pending: 1, failed: 1 })
  await integrator.call('POST', `/warranty/${waiting}/retry-sync`)
  await integrator.call('POST', `/warranty/${refused}/retry-sync`)
  expect(await deliveries(server)).toEqual({ pending: 0, failed: 0 })
})

test('requests are counted by method, route and status, and their time is', async () => {
  await using server = await startServer()
  const labels = (route: string, status: number, method = 'GET') =>
    `method="${method}",route="${route}",status="${status}"`
  const name = 'transom_http_request_duration_seconds'
  for (let time = 0; time < 3; time++) await server.send('GET', '/livez')
  await server.send('GET', '/dealer-locator')
  await server.send('POST', '/api/v1/auth/login', { body: { email: 'a@example.com', password: 'wrong' } })
  await server.send('GET', '/no/such/path')
  expect(await seriesOf(server, `${name}_count{${labels('/livez', 200)}}`)).toBe(3)
  expect(await seriesOf(server, `${name}_count{${labels('/dealer-locator', 401)}}`)).toBe(1)
  expect(await seriesOf(server, `${name}_count{${labels('/api/v1/auth/login', 401, 'POST')}}`)).toBe(1)
  expect(await seriesOf(server, `${name}_sum{${labels('/livez', 200)}}`)).toBeGreaterThan(0)
  expect(await seriesOf(server, `${name}_bucket{le="+Inf",${labels('/livez', 200)}}`)).toBe(3)
  const answer = await server.send('GET', '/metrics')
  expect(answer.headers['content-type']).toMatch(/^text\/plain/)
  // A caller's own paths must not become series.
  expect(answer.text).not.toContain('/no/such/path')
  expect(answer.text).toContain('process_resident_memory_bytes')
})

test('docs/operations.md lists every metric, and no other', async () => {
  await using server = await startServer()
  const absent = inject('databaseServer').adminUrl ? 'Embedded only' : 'PostgreSQL only'
  const page = readFileSync('docs/operations.md', 'utf8')
  const rows = [...page.matchAll(/^\| `(transom_\w+)` \| (.*) \|$/gm)]
  const documented = rows.filter(([, , what]) => !what!.startsWith(absent)).map(([, name]) => name)
  const { text } = await server.send('GET', '/metrics')
  const types = [...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name!)
  const own = types.filter((name) => !/^(process|nodejs)_/.test(name))
  expect(documented.toSorted()).toEqual(own.toSorted())
})

test('refused requests and the use of the database are counted', async () => {
  await using server = await startServer({ env: { RATE_LIMIT_PER_MINUTE: '3', LOGIN_LIMIT_PER_MINUTE: '1' } })
  const integrator = await makeIntegrator(server)
  const read = (series: string) => seriesOf(server, series)
  expect(await read('transom_refused_total{by="requests"}')).toBe(0)
  const place = { postal_code: '75067', country: 'US' }
  for (let i = 0; i < 5; i++) await integrator.locate(place)
  expect(await read('transom_refused_total{by="requests"}')).toBe(2)
  for (let i = 0; i < 2; i++) await server.send('POST', '/api/v1/auth/login', { body: wrongLogin })
  expect(await read('transom_refused_total{by="logins"}')).toBe(1)
  expect(await read('transom_refused_total{by="overload"}')).toBe(0)
  if (server.database.dialect === 'sqlite') {
    const commits = await read('transom_database_commit_duration_seconds_count')
    expect(commits).toBeGreaterThan(0)
    expect(await read('transom_database_commit_writes_count')).toBeGreaterThanOrEqual(commits!)
  } else {
    expect(await read('transom_database_connections{state="idle"}')).toBeGreaterThan(0)
    expect(await read('transom_database_connections{state="waiting"}')).toBe(0)
  }
})

test('one that is refused is counted once, of gets sent at one time too', async () => {
  await using server = await startServer({ env: { RATE_LIMIT_PER_MINUTE: '3' } })
  const integrator = await makeIntegrator(server)
  const hin = await register(integrator)
  const gets = Array.from({ length: 20 }, () => integrator.call('GET', `/warranty/${hin}`))
  const refused = (await Promise.all(gets)).filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThan(10)
  expect(await seriesOf(server, 'transom_refused_total{by="requests"}')).toBe(refused.length)
})

const wrongLogin = { email: 'a@example.com', password: 'wrong' }

test('metrics are for the same network, or for callers with the token', async () => {
  await using open = await startServer()
  const through = { headers: { 'x-forwarded-for': '10.0.0.1' } }
  expect(await open.send('GET', '/metrics')).toMatchObject({ status: 200 })
  expect(await open.send('GET', '/metrics', through)).toMatchObject(plainRefusal(403))
  await using closed = await startServer({ env: { METRICS_TOKEN: 'sixteen-letters-' } })
  expect(await closed.send('GET', '/metrics')).toMatchObject(plainRefusal(403))
  const headers = { authorization: 'Bearer sixteen-letters-' }
  expect(await closed.send('GET', '/metrics', { headers })).toMatchObject({ status: 200 })
})
