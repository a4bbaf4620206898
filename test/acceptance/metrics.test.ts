import { expect, test } from 'vitest'
import { startCrm } from '../support/crm.ts'
import { makeIntegrator } from '../support/integrator.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { register, untilSync, webhookAt } from '../support/warranty-crm.ts'

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

test('deliveries that wait and that failed are shown as they stand', async () => {
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
