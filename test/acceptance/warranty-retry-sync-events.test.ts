import { expect, test } from 'vitest'
import { startCrm } from '../support/crm.ts'
import { makeIntegrator } from '../support/integrator.ts'
import { disposeAfterAll, startFileServer } from '../support/server.ts'
import { eventOf, register, retrySync, syncOf, untilSync, webhookAt } from '../support/warranty-crm.ts'

const server = await startFileServer()
const crm = disposeAfterAll(await startCrm())
let paths = 0

async function withWebhook() {
  const path = `/crm-${++paths}`
  return { path, integrator: await makeIntegrator(server, { brand: { warranty_crm: webhookAt(crm, path) } }) }
}

const ids = (path: string) => crm.at(path).map(({ headers }) => headers['webhook-id'])
const types = (path: string) => crm.at(path).map((request) => eventOf(request).type)

test('a synced warranty is sent under a new webhook-id each time', async () => {
  const { path, integrator } = await withWebhook()
  const hin = await register(integrator)
  await untilSync(integrator, hin, { status: 'synced' })
  await retrySync(integrator, hin)
  await retrySync(integrator, hin)
  expect(new Set(ids(path)).size).toBe(3)
  expect(types(path)).toEqual(['warranty.registered', 'warranty.updated', 'warranty.updated'])
  expect(await syncOf(integrator, hin)).toMatchObject({ status: 'synced', attempts: 3, error: null })
})

test('a failed one is sent again under the webhook-id it had', async () => {
  const { path, integrator } = await withWebhook()
  crm.next(path, { status: 422 }, { status: 422 })
  const hin = await register(integrator)
  await untilSync(integrator, hin, { status: 'failed' })
  expect((await retrySync(integrator, hin)).crm_sync).toMatchObject({ status: 'failed', attempts: 2 })
  expect((await retrySync(integrator, hin)).crm_sync).toMatchObject({ status: 'synced', attempts: 3 })
  expect(ids(path)).toHaveLength(3)
  expect(new Set(ids(path)).size).toBe(1)
  expect(new Set(types(path))).toEqual(new Set(['warranty.registered']))
})

test('a new message that failed too keeps its own webhook-id', async () => {
  const { path, integrator } = await withWebhook()
  const hin = await register(integrator)
  await untilSync(integrator, hin, { status: 'synced' })
  crm.next(path, { status: 422 })
  expect((await retrySync(integrator, hin)).crm_sync).toMatchObject({ status: 'failed' })
  expect((await retrySync(integrator, hin)).crm_sync).toMatchObject({ status: 'synced' })
  const [first, second, third] = ids(path)
  expect(second).not.toBe(first)
  expect(third).toBe(second)
})

test('a warranty whose CRM was configured later is sent as registered', async () => {
  const integrator = await makeIntegrator(server)
  const path = `/crm-${++paths}`
  const hin = await register(integrator)
  expect((await retrySync(integrator, hin)).crm_sync).toEqual({
    status: 'not_configured',
    error: null,
    last_attempt: null,
    attempts: 0,
  })
  const { slug } = integrator.brand
  await server.apply({ brands: [{ slug, name: 'With a CRM', warranty_crm: webhookAt(crm, path) }] })
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  expect((await retrySync(integrator, hin)).crm_sync).toMatchObject({ status: 'synced', attempts: 1 })
  expect(types(path)).toEqual(['warranty.registered'])
  expect(eventOf(crm.at(path)[0]!).data).toMatchObject({ hin, brand_name: 'With a CRM' })
})
