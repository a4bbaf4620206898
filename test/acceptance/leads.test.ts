import { randomUUID } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { startCrm } from '../support/crm.ts'
import { makeIntegrator } from '../support/integrator.ts'
import { disposeAfterAll, startFileServer } from '../support/server.ts'

const SECRET = `whsec_${Buffer.alloc(32, 9).toString('base64')}`

const server = await startFileServer()
/** Waits for a CRM no longer than a second. */
const hasty = await startFileServer({ env: { LEAD_WEBHOOK_TIMEOUT_MS: '1000' } })
const crm = disposeAfterAll(await startCrm())

/** An integrator whose leads go to a path of the CRM that no other test uses. */
async function withWebhook(webhook: object = {}, at = server) {
  const path = `/${randomUUID()}`
  const lead_webhook = { url: crm.url(path), secret: SECRET, ...webhook }
  return { path, integrator: await makeIntegrator(at, { brand: { lead_webhook } }) }
}

describe('a lead without a webhook', () => {
  it('is saved and answered as the interface has it', async () => {
    const integrator = await makeIntegrator(server)
    const answer = await integrator.submitLead()
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toMatch(/^application\/json/)
    expect(answer.body).toEqual({
      status: 'success',
      message: expect.stringMatching(/\S/),
      lead_id: expect.toSatisfy(Number.isSafeInteger),
      webhook_forwarded: false,
      version: '0.1.1',
    })
    const next = await integrator.submitLead({ contact_category: 'anything else' })
    expect(next.body.lead_id).toBeGreaterThan(answer.body.lead_id)
  })
})

describe('an invalid lead', () => {
  it('is refused with every issue and its dotted path', async () => {
    const integrator = await makeIntegrator(server)
    const answer = await integrator.submitLead({
      contact: { contact_email: 'nobody', contact_country_code: 'ZZ' },
      boat_build: { boat_build_unique_id: '7' },
      send_to_dealer: 'true',
    })
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({
      status: 'error',
      message: expect.stringMatching(/\S/),
      errors: expect.any(Array),
      version: '0.1.1',
    })
    const fields = answer.body.errors.map(({ field }: { field: string }) => field)
    expect(fields.sort()).toEqual([
      'boat_build.boat_build_unique_id',
      'contact.contact_country_code',
      'contact.contact_email',
      'send_to_dealer',
    ])
  })

  it.each([
    ['no token', { 'x-api-token': '' }, {}, 401],
    ['a wrong token', { 'x-api-token': 'x'.repeat(24) }, {}, 401],
    ['an unknown brand', {}, { brand: 'nobody' }, 400],
  ])('is refused for %s', async (_name, headers, fields, status) => {
    const integrator = await makeIntegrator(server)
    const answer = await integrator.submitLead(fields, headers)
    expect(answer.status).toBe(status)
    expect(answer.body).toMatchObject({ status: 'error', errors: expect.any(Array), version: '0.1.1' })
  })

  it("is refused for another integrator's brand, and without the scope", async () => {
    const [one, other] = [await makeIntegrator(server), await makeIntegrator(server)]
    expect((await one.submitLead({ brand: other.brand.slug })).status).toBe(403)
    const locating = await makeIntegrator(server, { scopes: ['dealer-locator'] })
    expect((await locating.submitLead()).status).toBe(403)
  })
})

describe('a lead with a webhook', () => {
  it("is forwarded, signed, and the CRM's answer comes back unchanged", async () => {
    const { path, integrator } = await withWebhook()
    const body = Buffer.from('{ "crm" : "says",\n "id": 10000000000000001 }')
    crm.next(path, {
      status: 201,
      headers: { 'content-type': 'application/vnd.crm+json', 'x-crm': '1' },
      body,
    })
    const answer = await integrator.submitLead({ campaign: 'fair', custom_fields: { a: [1] } })
    expect(answer.status).toBe(201)
    expect(answer.bytes).toEqual(body)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/vnd.crm+json',
      'x-lead-version': '0.1.1',
      'x-content-type-options': 'nosniff',
    })
    expect(answer.headers['x-crm']).toBeUndefined()
    const [request] = crm.at(path)
    const payload = new Webhook(SECRET).verify(request!.raw.toString(), request!.headers as never)
    expect(payload).toMatchObject({
      lead_id: Number(answer.headers['x-lead-id']),
      brand: integrator.brand.slug,
      send_to_dealer: false,
      campaign: 'fair',
      custom_fields: { a: [1] },
      contact: { contact_email_optin: true, contact_phone_optin: true },
    })
  })

  it.each([
    ['refuses', { status: 500 }],
    ['hangs', { fault: 'hang' as const }],
    ['breaks the connection', { fault: 'reset' as const }],
    ['redirects', { status: 307, headers: { location: '/elsewhere' } }],
  ])('is accepted when the CRM %s, and forwarded later', async (_name, fault) => {
    const { path, integrator } = await withWebhook({}, hasty)
    crm.next(path, fault)
    const answer = await integrator.submitLead()
    expect(answer.status).toBe(202)
    expect(answer.body).toMatchObject({ status: 'success', webhook_forwarded: false, version: '0.1.1' })
    const [first, second] = await crm.received(path, 2)
    expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id'])
    expect(JSON.parse(second!.raw.toString()).lead_id).toBe(answer.body.lead_id)
  })

  it('goes to the webhook of its category', async () => {
    const builds = `/${randomUUID()}`
    const { path, integrator } = await withWebhook({ categories: { boat_build: crm.url(builds) } })
    await integrator.submitLead({ contact_category: 'boat_build' })
    await integrator.submitLead({ contact_category: 'trade_in' })
    expect([crm.at(builds).length, crm.at(path).length]).toEqual([1, 1])
  })

  it('is forwarded once however often it is sent under one Idempotency-Key', async () => {
    const { path, integrator } = await withWebhook()
    crm.next(path, { body: { crm_id: 5 } })
    const fields = { contact: { contact_email: 'ada@example.com' } }
    const key = { 'idempotency-key': randomUUID() }
    const first = await integrator.submitLead(fields, key)
    const again = await integrator.submitLead(fields, key)
    expect(again.bytes).toEqual(first.bytes)
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(crm.at(path)).toHaveLength(1)
    expect((await integrator.submitLead({ ...fields, x: 1 }, key)).status).toBe(409)
  })

  it('reaches the CRM, whatever is concurrent and however the CRM responds', async () => {
    const { path, integrator } = await withWebhook()
    crm.next(path, ...Array.from({ length: 60 }, (_, i) => ({ status: i % 3 === 0 ? 503 : 200 })))
    const answers = await Promise.all(Array.from({ length: 60 }, () => integrator.submitLead()))
    const ids = answers.map(({ headers }) => Number(headers['x-lead-id']))
    expect(new Set(ids).size).toBe(60)
    const later = answers.filter(({ status }) => status === 202).length
    expect(later).toBeGreaterThan(0)
    const requests = await crm.received(path, 60 + later)
    expect(new Set(requests.map(({ raw }) => JSON.parse(raw.toString()).lead_id))).toEqual(new Set(ids))
  })
})
