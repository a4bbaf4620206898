import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Crm, startCrm } from '../support/crm.ts'
import { type Integrator, makeIntegrator, newHin } from '../support/integrator.ts'
import { type Collector, startCollector } from '../support/otlp.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { webhookAt } from '../support/warranty-crm.ts'

const PARENT = 'b7ad6b7169203331'
const caller = (traceId: string, sampled = true) => ({
  traceparent: `00-${traceId}-${PARENT}-0${sampled ? 1 : 0}`,
  tracestate: 'vendor=of-the-caller',
})

let collector: Collector
let crm: Crm
let server: TestServer
let ada: Integrator

const tracing = (more: Record<string, string> = {}) => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  OTEL_BSP_SCHEDULE_DELAY: '50',
  ...more,
})

beforeAll(async () => {
  collector = await startCollector()
  crm = await startCrm()
  server = await startServer({ ownProcess: true, env: tracing({ OTEL_SERVICE_NAME: 'boats' }) })
  ada = await makeIntegrator(server, {
    brand: { lead_webhook: { url: crm.url('/leads') }, warranty_crm: webhookAt(crm, '/crm') },
  })
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await crm[Symbol.asyncDispose]()
  await collector[Symbol.asyncDispose]()
})

describe('with OTEL_EXPORTER_OTLP_ENDPOINT', () => {
  test('a request is a span of its caller’s trace, and its reads are spans of the request', async () => {
    const traceId = 'a'.repeat(32)
    const hin = newHin()
    // What every process holds in memory is loaded by its first request.
    await ada.call('GET', `/warranty/${hin}`)
    await ada.call('GET', `/warranty/${hin}`, { headers: { ...caller(traceId), 'x-request-id': 'mine' } })
    const request = await collector.span('GET /api/v1/warranty/:hin', traceId)
    expect(request).toMatchObject({ parentSpanId: PARENT, service: 'boats' })
    expect(request.attributes).toEqual({
      'http.request.method': 'GET',
      'http.route': '/api/v1/warranty/:hin',
      'http.response.status_code': 404,
      'transom.request_id': 'mine',
    })
    const own = () => collector.spans.find(({ parentSpanId }) => parentSpanId === request.spanId)
    const read = () => [own()?.name, String(own()?.attributes['db.query.text'])]
    await expect
      .poll(read, { timeout: 10_000 })
      .toEqual(['db.select', expect.stringContaining('from "warranties"')])
  })

  test('the locator is traced as well', async () => {
    const traceId = 'e'.repeat(32)
    const headers = { ...caller(traceId), 'x-api-token': ada.apiToken }
    const path = `/dealer-locator?brand=${ada.brand.slug}&country=US&postal_code=75067`
    for (let i = 0; i < 2; i++) await server.send('GET', path, { headers })
    const ours = () => collector.spans.filter((span) => span.traceId === traceId && /dealer-/.test(span.name))
    await expect.poll(ours, { timeout: 10_000 }).toHaveLength(2)
  })

  test('a write is a span, with its statements in it', async () => {
    const traceId = 'c'.repeat(32)
    const hin = newHin()
    await ada.register({ hin })
    const body = { warranty_notes: 'x' }
    await ada.call('PATCH', `/warranty/${hin}`, { body, headers: caller(traceId) })
    const request = await collector.span('PATCH /api/v1/warranty/:hin', traceId)
    const write = await collector.span('db.write', traceId)
    expect(write.parentSpanId).toBe(request.spanId)
    expect((await collector.span('db.update', traceId)).parentSpanId).toBe(write.spanId)
  })

  test('an attempt that a request waits for is in its trace, and the CRM learns of it', async () => {
    const traceId = 'd'.repeat(32)
    expect(await ada.submitLead({}, caller(traceId))).toMatchObject({ status: 200 })
    const attempt = await collector.span('delivery.attempt', traceId)
    const post = await collector.span('POST', traceId)
    expect(attempt.attributes).toMatchObject({ 'delivery.kind': 'lead_webhook' })
    expect(post).toMatchObject({ parentSpanId: attempt.spanId })
    expect(post.attributes).toMatchObject({ 'server.address': '127.0.0.1' })
    const told = crm.requests.find(({ headers }) => headers.traceparent === `00-${traceId}-${post.spanId}-01`)
    expect(told?.path).toBe('/leads')
    // What the caller's own system says there is not for strangers.
    expect(told?.headers.tracestate).toBeUndefined()
  })

  test('an attempt in the background is a trace of its own', async () => {
    const traceId = 'f'.repeat(32)
    const before = crm.requests.length
    await ada.register({}, caller(traceId))
    await expect.poll(() => crm.requests.length, { timeout: 10_000 }).toBeGreaterThan(before)
    const spanOf = (id: string) => collector.spans.find((span) => span.spanId === id)
    const told = () => spanOf(`${crm.requests.at(-1)?.headers.traceparent}`.split('-')[2]!)
    await expect.poll(told, { timeout: 10_000 }).toBeDefined()
    expect(told()!.traceId).not.toBe(traceId)
  })

  test('a trace that the caller has not sampled is not sent', async () => {
    const [unsampled, sampled] = ['1'.repeat(32), '2'.repeat(32)]
    await ada.call('GET', '/warranty', { headers: caller(unsampled, false) })
    await ada.call('GET', '/warranty', { headers: caller(sampled) })
    await collector.span('GET /api/v1/warranty', sampled)
    expect(collector.spans.filter(({ traceId }) => traceId === unsampled)).toEqual([])
  })

  test('nobody and no boat is named', async () => {
    const traceId = '3'.repeat(32)
    const hin = newHin()
    const person = { first_name: 'Zenobia', last_name: 'Quux', email: 'zq@example.com', zipcode: 'ZQ99Q' }
    await ada.register({ hin, contact: person })
    await ada.submitLead({ contact: { contact_email: 'zl@example.com', contact_first_name: 'Zenobia' } })
    await ada.call('GET', `/warranty?email=zq@example.com&hin=${hin}`)
    await ada.call('GET', `/warranty/${hin}/history`, { headers: caller(traceId) })
    await collector.span('GET /api/v1/warranty/:hin/history', traceId)
    // None of it can be spelled in digits and a to f, of which the ids and times of spans are made.
    for (const private_ of ['Zenobia', 'Quux', 'zq@', 'zl@', 'ZQ99Q', hin, ada.apiToken, ada.accessToken]) {
      expect(collector.text.toLowerCase()).not.toContain(private_.toLowerCase())
    }
  })
})
