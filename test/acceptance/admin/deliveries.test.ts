import { afterAll, expect, test } from 'vitest'
import { makeAdministrator } from '../../support/administrator.ts'
import { startCrm } from '../../support/crm.ts'
import { makeIntegrator } from '../../support/integrator.ts'
import { startFileServer } from '../../support/server.ts'

const server = await startFileServer({ env: { ALLOW_PRIVATE_WEBHOOKS: 'true' } })
const crm = await startCrm()
afterAll(() => crm[Symbol.asyncDispose]())
const administrator = await makeAdministrator(server)

/** Makes a brand and submits leads that its CRM refuses for good. */
async function makeFailures(count: number) {
  const integrator = await makeIntegrator(server, { brand: { lead_webhook: { url: crm.url('/leads') } } })
  const { slug } = integrator.brand
  crm.always('/leads', { status: 422, body: 'no' })
  for (let i = 0; i < count; i++) {
    await server.send('POST', '/lead-submission', {
      headers: { 'x-api-token': integrator.apiToken },
      body: { brand: slug, contact_category: 'request_quote', contact: { contact_email: 'pat@example.com' } },
    })
  }
  const listed = await administrator.call('GET', `/deliveries?brand=${slug}&state=failed`)
  expect(listed.body.data, listed.text).toHaveLength(count)
  return { slug, ids: listed.body.data.map(({ id }: { id: number }) => id) as number[] }
}

test('a delivery is shown with every attempt, retried, and delivered', async () => {
  const { slug, ids } = await makeFailures(1)
  const shown = await administrator.call('GET', `/deliveries/${ids[0]}`)
  expect(shown.body.data).toMatchObject({
    brand: slug,
    kind: 'lead_webhook',
    state: 'failed',
    attempts: [{ number: 1, status: 422, answer: expect.stringContaining('no'), final: true }],
  })
  crm.always('/leads', { status: 200, body: '{}' })
  const retried = await administrator.call('POST', `/deliveries/${ids[0]}/retry`)
  expect(retried.body.data, retried.text).toMatchObject({ id: ids[0], brand: slug, state: 'pending' })
  const state = async () => (await administrator.call('GET', `/deliveries/${ids[0]}`)).body.data.state
  await expect.poll(state, { timeout: 20_000 }).toBe('delivered')
  const again = await administrator.call('POST', `/deliveries/${ids[0]}/retry`)
  expect([again.status, again.body.error.code]).toEqual([409, 'CONFLICT'])
})

test('many are retried only if about as many match as expected', async () => {
  const { slug, ids } = await makeFailures(3)
  const retry = (expected_count: number) =>
    administrator.call('POST', '/deliveries/retry', { body: { filter: { brand: slug }, expected_count } })
  const refused = await retry(10)
  expect([refused.status, refused.body.error.code]).toEqual([409, 'CONFLICT'])
  const failed = await administrator.call('GET', `/deliveries?brand=${slug}&state=failed`)
  expect(failed.body.meta.pagination.total).toBe(ids.length)
  crm.always('/leads', { status: 200, body: '{}' })
  expect((await retry(3)).body.data).toEqual({ retried: 3 })
})

test('receivers are shown with how they did, to those who hold their brand', async () => {
  const { slug } = await makeFailures(2)
  const { body } = await administrator.call('GET', `/deliveries/receivers?brand=${slug}`)
  expect(body.data).toEqual([
    {
      ...{ kind: 'lead_webhook', brand_id: expect.any(Number), brand: slug, receiver: expect.any(String) },
      ...{ waiting: 0, running: 0, circuit: 'closed', attempts: 2, success_rate: 0 },
      ...{ p50_ms: expect.any(Number), p95_ms: expect.any(Number) },
    },
  ])
  const all = await administrator.call('GET', '/deliveries/receivers')
  expect(all.body.data).toContainEqual(expect.objectContaining({ brand: slug }))
  const own = await makeIntegrator(server)
  const manager = await makeAdministrator(server, { role: 'brand_manager', brands: [own.brand.slug] })
  expect((await manager.call('GET', '/deliveries/receivers')).body.data).toEqual([])
  expect((await manager.call('GET', `/deliveries/receivers?brand=${slug}`)).status).toBe(404)
})

test('deliveries of other brands do not exist', async () => {
  const { slug, ids } = await makeFailures(1)
  const own = await makeIntegrator(server)
  const manager = await makeAdministrator(server, { role: 'brand_manager', brands: [own.brand.slug] })
  expect((await manager.call('GET', '/deliveries')).body.data).toEqual([])
  expect((await manager.call('GET', `/deliveries/${ids[0]}`)).status).toBe(404)
  expect((await manager.call('POST', `/deliveries/${ids[0]}/retry`)).status).toBe(404)
  const filter = { filter: { brand: slug }, expected_count: 1 }
  expect((await manager.call('POST', '/deliveries/retry', { body: filter })).status).toBe(404)
})

test('a test event is sent now, signed, and its result returned', async () => {
  const secret = `whsec_${Buffer.alloc(24, 3).toString('base64')}`
  const { brand } = await makeIntegrator(server, {
    brand: { lead_webhook: { url: crm.url('/test'), secret } },
  })
  crm.next('/test', { status: 200, body: 'thanks' }, { status: 500, body: 'broken' })
  const send = (target: string) =>
    administrator.call('POST', `/brands/${brand.id}/test`, { body: { target } })
  expect((await send('lead_webhook')).body.data).toMatchObject({ ok: true, status: 200, answer: 'thanks' })
  expect((await send('lead_webhook')).body.data).toMatchObject({ ok: false, status: 500, answer: 'broken' })
  const [sent] = crm.at('/test')
  expect(JSON.parse(sent!.raw.toString())).toMatchObject({ type: 'test', data: { brand: brand.slug } })
  expect(sent!.headers['webhook-signature']).toMatch(/^v1,/)
  for (const target of ['warranty_crm', 'mail']) expect((await send(target)).status).toBe(409)
})
