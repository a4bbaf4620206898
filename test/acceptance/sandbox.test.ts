import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { makeAdministrator } from '../support/administrator.ts'
import { startCrm } from '../support/crm.ts'
import { expectData } from '../support/envelope.ts'
import { makeIntegrator, warrantyBody } from '../support/integrator.ts'
import { disposeAfterAll, startFileServer } from '../support/server.ts'
import { startMailServer } from '../support/smtp.ts'
import { register, retrySync, untilSync } from '../support/warranty-crm.ts'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const mails = disposeAfterAll(await startMailServer())
const crm = disposeAfterAll(await startCrm())
const server = await startFileServer({
  env: { SMTP_URL: mails.url, SMTP_FROM: 'Leads <leads@builder.example>' },
})
const administrator = await makeAdministrator(server)

interface Attempt {
  status: number | null
  request?: { method: string; to: string; headers: Record<string, string>; body: string }
}

interface Delivery {
  id: number
  event: string
  kind: string
  state: string
  sandbox: boolean
  attempts: Attempt[]
}

const webhook = (path: string) => ({ url: crm.url(path), secret: SECRET })

async function makeSandbox(fields: object = {}) {
  const integrator = await makeIntegrator(server, {
    brand: {
      sandbox: true,
      lead_webhook: webhook('/leads'),
      warranty_crm: { type: 'webhook', ...webhook('/warranties') },
      ...fields,
    },
    more: (slug) => ({
      dealers: [
        {
          ...{ dealer_code: slug, name: 'Marina', postal_code: '75067', country: 'USA' },
          ...{ latitude: 33.04, longitude: -97, email: 'dealer@example.com', brands: [slug] },
        },
      ],
    }),
  })
  const { slug } = integrator.brand
  const list = async (): Promise<Delivery[]> =>
    (await administrator.call('GET', `/deliveries?brand=${slug}`)).body.data
  const deliveries = async (count: number): Promise<Delivery[]> => {
    const ended = async () => (await list()).filter(({ state }) => state !== 'pending').length
    await expect.poll(ended, { timeout: 60_000 }).toBe(count)
    const shown = (await list()).map(({ id }) => administrator.call('GET', `/deliveries/${id}`))
    return (await Promise.all(shown)).map(({ body }) => body.data)
  }
  return { integrator, slug, list, deliveries }
}

test('everything works in a sandbox, and all that would leave the server is in the deliveries', async () => {
  const { integrator, slug, list, deliveries } = await makeSandbox()
  const endpoint = await administrator.call('POST', '/event-endpoints', {
    body: { url: crm.url('/events'), brands: [slug], event_types: ['warranty.registered'] },
  })
  expect(endpoint.status).toBe(201)
  const hin = await register(integrator)
  const { contact } = warrantyBody(integrator.brand.id)
  expectData(await integrator.call('POST', `/warranty/${hin}/transfer`, { body: { contact } }))
  const lead = await integrator.submitLead({
    send_to_dealer: true,
    contact: { contact_email: 'eve@example.com', contact_zip_code: '75067', contact_country_code: 'US' },
  })
  expect([lead.status, lead.body.webhook_forwarded]).toEqual([200, true])

  const all = await deliveries(5)
  for (const { state, sandbox, attempts } of all) {
    expect([state, sandbox, attempts.length, attempts[0]!.status]).toEqual(['delivered', true, 1, null])
  }
  expect((await list()).every(({ sandbox }) => sandbox)).toBe(true)
  const requestOf = (event: string, kind: string) =>
    all.find((one) => one.event === event && one.kind === kind)!.attempts[0]!.request!
  const registered = requestOf('warranty.registered', 'warranty_sync')
  expect([registered.method, registered.to]).toEqual(['POST', crm.url('/warranties')])
  expect(new Webhook(SECRET).verify(registered.body, registered.headers)).toMatchObject({
    type: 'warranty.registered',
    data: { hin },
  })
  expect(JSON.parse(requestOf('warranty.transferred', 'warranty_sync').body).data.hin).toBe(hin)
  expect(JSON.parse(requestOf('warranty.registered', 'event').body)).toMatchObject({ data: { hin } })
  const ofLead = all.filter(({ kind }) => kind === 'lead_webhook' || kind === 'dealer_mail')
  const [toWebhook, toDealer] = ['lead_webhook', 'dealer_mail'].map(
    (kind) => ofLead.find((one) => one.kind === kind)!.attempts[0]!.request!,
  )
  expect(JSON.parse(toWebhook!.body)).toMatchObject({ lead_id: lead.body.lead_id })
  expect([toDealer!.method, toDealer!.to]).toEqual(['MAIL', 'dealer@example.com'])
  expect(toDealer!.body).toMatch(/eve@example\.com.*<adf>/s)
  await untilSync(integrator, hin, { status: 'synced', error: null })
  expect((await retrySync(integrator, hin)).crm_sync.status).toBe('synced')

  for (const [path, body] of [
    [`/brands/${integrator.brand.id}/test`, { target: 'lead_webhook' }],
    [`/brands/${integrator.brand.id}/test`, { target: 'mail', to: 'a@example.com' }],
    [`/event-endpoints/${endpoint.body.data.id}/test`, undefined],
  ] as const) {
    expect((await administrator.call('POST', path, { body })).body.error.code).toBe('CONFLICT')
  }
  expect(crm.requests).toEqual([])
  expect(mails.mails).toEqual([])
})

test('a HighLevel CRM gets nothing, and no credentials are stored', async () => {
  const { integrator, deliveries } = await makeSandbox({
    warranty_crm: {
      type: 'highlevel',
      token: 'pit-secret-token',
      location_id: 'l-1',
      url: crm.url('/highlevel'),
    },
  })
  await register(integrator)
  const [delivery] = await deliveries(1)
  expect(delivery).toMatchObject({ state: 'delivered', sandbox: true })
  expect(JSON.stringify(delivery)).not.toContain('pit-secret-token')
  expect(crm.requests).toEqual([])
})

test('a sandbox becomes a real brand by any door, and sends from then on', async () => {
  const { integrator, slug, deliveries } = await makeSandbox()
  const path = `/brands/${integrator.brand.id}`
  expect((await administrator.call('GET', path)).body.data.sandbox).toBe(true)
  await server.command('brands', 'update', slug, '--sandbox', 'false')
  expect((await administrator.call('GET', path)).body.data.sandbox).toBe(false)
  await administrator.call('PATCH', path, { body: { sandbox: true } })
  await register(integrator)
  await deliveries(1)
  await administrator.call('PATCH', path, { body: { sandbox: false } })
  const before = crm.at('/warranties').length
  await register(integrator)
  await crm.received('/warranties', before + 1)
  const states = (await deliveries(2)).map(({ sandbox, attempts }) => [sandbox, attempts[0]!.request])
  expect(states).toEqual([
    [false, undefined],
    [true, expect.objectContaining({ method: 'POST' })],
  ])
})

test("a sandbox's recorded messages about a person are erased", async () => {
  const { integrator, deliveries } = await makeSandbox()
  const email = `cy-${integrator.brand.slug}@example.com`
  await register(integrator, {
    contact: { first_name: 'Cy', last_name: 'Marsh', email, zipcode: '75067' },
  })
  expect(JSON.stringify(await deliveries(1))).toContain(email)
  const erased = await administrator.call('POST', '/people/erase', { body: { email, confirm: email } })
  expect(erased.status, erased.text).toBe(200)
  // The CRM is told, too.
  expect(JSON.stringify(await deliveries(2))).not.toContain(email)
})
