import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { DEALER, leadBody, makeWorld, SECRET } from './leads.test-support.ts'
import { ENHANCED_CATEGORIES } from './schemas.ts'

const toCrm = {
  leadWebhook: (crm: { url(path: string): string }) => ({ url: crm.url('/leads'), secret: SECRET }),
}
const key = { 'idempotency-key': 'k' }

describe('the message to the webhook', () => {
  it('is the lead as it is stored, with our names on top, signed', async () => {
    const world = await makeWorld(toCrm)
    const contact = { contact_email: ' ada@example.com ', contact_zip_code: '75067' }
    await world.post(
      leadBody({ contact, send_to_dealer: true, utm: { a: null }, lead_id: 99, dealer: 'mine' }),
    )
    const [request] = await world.crm.received('/leads')
    const payload = new Webhook(SECRET).verify(request!.raw.toString(), request!.headers as never)
    const [row] = await world.leads()
    expect(payload).toEqual({
      ...JSON.parse(row!.body),
      lead_id: row!.id,
      received_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
      dealer: DEALER,
    })
    expect(payload).toMatchObject({ utm: { a: null }, contact: { contact_email: 'ada@example.com' } })
    expect(request!.headers['content-type']).toBe('application/json')
    expect(row).toMatchObject({ dealer_id: DEALER.id, send_to_dealer: expect.toSatisfy(Boolean) })
  })

  it.each(ENHANCED_CATEGORIES)('goes where %s goes', async (category) => {
    const world = await makeWorld({
      leadWebhook: (crm) => ({ url: crm.url('/all'), categories: { [category]: crm.url('/own') } }),
    })
    await world.post(leadBody({ contact_category: category }))
    await world.post(leadBody({ contact_category: 'newsletter' }))
    expect(world.crm.requests.map(({ path }) => path)).toEqual(['/own', '/all'])
  })

  it('is sent when the lead is committed, not before', async () => {
    const world = await makeWorld(toCrm)
    world.crm.next('/leads', { delayMs: 300 })
    const answer = world.post(leadBody())
    const [request] = await world.crm.received('/leads')
    const other = await world.database.openAnother()
    const { id } = await other.read.selectFrom('leads').select('id').executeTakeFirstOrThrow()
    await other.close()
    expect(JSON.parse(request!.raw.toString()).lead_id).toBe(id)
    expect((await answer).status).toBe(200)
  })

  it('is not sent to a private address where that is not allowed, and the lead is kept', async () => {
    const world = await makeWorld({ ...toCrm, allowPrivate: false })
    const answer = await world.post(leadBody())
    expect(answer.status).toBe(202)
    expect(answer.headers.get('x-lead-id')).toBe('1')
    expect(answer.text).not.toContain('127.0.0.1')
    expect(world.crm.requests).toEqual([])
    expect(await world.leads()).toHaveLength(1)
    const [row] = await world.deliveryRows()
    expect(row!.last_error).toMatch(/must begin with https|private/)
  })

  it('goes where the category goes', async () => {
    const world = await makeWorld({
      leadWebhook: (crm) => ({ url: crm.url('/all'), categories: { boat_build: crm.url('/builds') } }),
    })
    await world.post(leadBody({ contact_category: 'boat_build' }))
    await world.post(leadBody({ contact_category: 'constructor' }))
    expect(world.crm.requests.map(({ path }) => path)).toEqual(['/builds', '/all'])
    expect(world.crm.requests[0]!.headers['webhook-signature']).toBeUndefined()
  })

  it('goes nowhere when only other categories have a webhook', async () => {
    const world = await makeWorld({ leadWebhook: (crm) => ({ categories: { trade_in: crm.url('/t') } }) })
    const answer = await world.post(leadBody())
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ webhook_forwarded: false })
    expect(world.crm.requests).toEqual([])
  })
})

describe("the CRM's 2xx answer", () => {
  it.each<[string, number, string | null, Buffer]>([
    ['JSON', 200, 'application/json', Buffer.from('{ "id":7 }')],
    ['created', 201, 'application/json; charset=utf-8', Buffer.from('{"ok":true}')],
    ['HTML', 200, 'text/html', Buffer.from('<p>ok</p>')],
    ['bytes', 203, 'application/octet-stream', Buffer.from([0, 255, 13, 10, 254])],
    ['bytes without a type', 200, null, Buffer.from([1, 2, 3])],
    ['bytes with a type that is none', 200, 'nonsense', Buffer.from([1, 2, 3])],
    ['bytes with a type said twice', 200, 'text/plain, text/plain', Buffer.from('x')],
    ['bytes with a type that has other characters', 200, 'text/x(\xff)', Buffer.from('x')],
    ['nothing', 200, 'text/plain', Buffer.alloc(0)],
    ['accepted', 202, 'text/plain; charset=iso-8859-1', Buffer.from('caf\xe9', 'latin1')],
  ])('is passed through as it is: %s', async (_name, status, type, body) => {
    const world = await makeWorld(toCrm)
    world.crm.next('/leads', {
      status,
      headers: { ...(type && { 'content-type': type }), 'set-cookie': 'a=b', 'x-powered-by': 'crm' },
      body,
    })
    const answer = await world.post(leadBody())
    expect(answer.status).toBe(status)
    expect(answer.bytes).toEqual(body)
    expect(answer.headers.get('content-type')).toBe(type)
    expect(answer.headers.get('content-length')).toBe(String(body.length))
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('x-lead-id')).toBe('1')
    expect(answer.headers.get('x-lead-version')).toBe('0.1.1')
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect(answer.headers.get('x-powered-by')).toBeNull()
    expect(await world.deliveryRows()).toMatchObject([{ status: 'delivered', attempts: 1 }])
  })

  it('is passed through without the encoding that it came in', async () => {
    const world = await makeWorld(toCrm)
    const headers = { 'content-type': 'text/plain', 'content-encoding': 'gzip' }
    world.crm.next('/leads', { headers, body: gzipSync('took it') })
    const answer = await world.post(leadBody())
    expect(answer.text).toBe('took it')
    expect(answer.headers.get('content-encoding')).toBeNull()
    expect(answer.headers.get('content-length')).toBe('7')
  })

  it('stays a 204', async () => {
    const world = await makeWorld(toCrm)
    world.crm.next('/leads', { status: 204, body: '' })
    const answer = await world.post(leadBody())
    expect([answer.status, answer.text, answer.headers.get('content-type')]).toEqual([204, '', null])
    expect(answer.headers.get('x-lead-id')).toBe('1')
  })

  it('of 1 MiB is passed through; with one byte more it is delivered, and the response is ours', async () => {
    const world = await makeWorld(toCrm)
    const full = Buffer.alloc(1_048_576, 'x')
    world.crm.next('/leads', { body: full }, { body: Buffer.concat([full, Buffer.from('x')]) })
    expect((await world.post(leadBody())).bytes).toEqual(full)
    const answer = await world.post(leadBody())
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      status: 'success',
      lead_id: 2,
      webhook_forwarded: true,
      version: '0.1.1',
    })
    await world.untilStatus('delivered', 'delivered')
  })
})

describe('anything else of the CRM', () => {
  it.each([
    ['a server error', { status: 500, body: 'secret' }],
    ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }],
    ['too many requests', { status: 429 }],
    ['a broken connection', { fault: 'reset' as const }],
    ['a hang', { fault: 'hang' as const }],
  ])('is answered with 202 and tried again: %s', async (_name, fault) => {
    const world = await makeWorld({ ...toCrm, webhookTimeoutMs: 200 })
    world.crm.next('/leads', fault)
    const answer = await world.post(leadBody())
    expect(answer.status).toBe(202)
    expect(answer.body).toEqual({
      status: 'success',
      message: expect.stringContaining('will be tried again'),
      lead_id: 1,
      webhook_forwarded: false,
      version: '0.1.1',
    })
    const requests = await world.crm.received('/leads', 2)
    expect(new Set(requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(requests[0]!.raw).toEqual(requests[1]!.raw)
    await world.untilStatus('delivered')
  })

  it('is answered with 202 when there is no trusted TLS', async () => {
    const world = await makeWorld({
      leadWebhook: (crm) => ({ url: crm.url('/leads').replace('http:', 'https:') }),
      retryScale: 1,
    })
    expect((await world.post(leadBody())).status).toBe(202)
    const [row] = await world.deliveryRows()
    expect(row).toMatchObject({
      status: 'pending',
      attempts: 1,
      last_error: expect.not.stringContaining('127.0'),
    })
  })

  it('says so when it is final, and is not tried again', async () => {
    const world = await makeWorld(toCrm)
    world.crm.always('/leads', { status: 422, body: 'no' })
    const answer = await world.post(leadBody())
    expect(answer.status).toBe(202)
    expect(answer.body.message).toContain('will not be tried again')
    expect(answer.body.crm_response).toEqual({ status: 422, body: 'no' })
    await world.untilStatus('failed')
    await sleep(50)
    expect(world.crm.at('/leads')).toHaveLength(1)
  })

  it('that is a refusal is shown up to 2 KB, as text, to repeated requests too', async () => {
    const world = await makeWorld({ ...toCrm, dedupeSeconds: 60 })
    world.crm.always('/leads', { status: 410, body: `é\u0000${'x'.repeat(5_000)}` })
    const headers = { 'idempotency-key': 'k' }
    const first = await world.post(leadBody(), headers)
    expect(first.body.crm_response).toEqual({ status: 410, body: `é\uFFFD${'x'.repeat(2_045)}` })
    expect((await world.post(leadBody(), headers)).text).toBe(first.text)
    const repeated = (await world.post(leadBody())).body
    expect(repeated).toMatchObject({ duplicate_of_lead_id: 1, crm_response: first.body.crm_response })
  })

  it('is given up after the complete schedule, and the lead stays', async () => {
    const world = await makeWorld({ ...toCrm, retryScale: 0.000_001 })
    world.crm.always('/leads', { status: 503 })
    await world.post(leadBody())
    await world.untilStatus('failed')
    expect(world.crm.at('/leads')).toHaveLength(8)
    expect(await world.leads()).toHaveLength(1)
  })
})

describe('Idempotency-Key with a webhook', () => {
  it("gives the CRM's answer again, and forwards once", async () => {
    const world = await makeWorld(toCrm)
    world.crm.next('/leads', { status: 201, headers: { 'content-type': 'text/html' }, body: '<p>' })
    const first = await world.post(leadBody(), key)
    const second = await world.post(leadBody(), key)
    expect([second.status, second.text, second.headers.get('content-type')]).toEqual([
      201,
      '<p>',
      'text/html',
    ])
    expect(second.headers.get('idempotency-replayed')).toBe('true')
    expect(second.headers.get('x-lead-id')).toBe(first.headers.get('x-lead-id'))
    expect(world.crm.at('/leads')).toHaveLength(1)
    expect(await world.leads()).toHaveLength(1)
  })

  it('refuses a second request while the first runs', async () => {
    const world = await makeWorld(toCrm)
    world.crm.next('/leads', { delayMs: 300 })
    const first = world.post(leadBody(), key)
    await world.crm.received('/leads')
    const second = await world.post(leadBody(), key)
    expect(second.status).toBe(409)
    expect(second.headers.get('retry-after')).toBe('1')
    expect((await first).status).toBe(200)
    expect((await world.post(leadBody(), key)).headers.get('idempotency-replayed')).toBe('true')
    expect(await world.leads()).toHaveLength(1)
  })

  it('gives a 202 again, though the lead has been delivered since', async () => {
    const world = await makeWorld(toCrm)
    world.crm.next('/leads', { status: 500 })
    expect((await world.post(leadBody(), key)).status).toBe(202)
    await world.untilStatus('delivered')
    expect((await world.post(leadBody(), key)).status).toBe(202)
  })
})
