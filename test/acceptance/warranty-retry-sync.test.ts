import { expect, test } from 'vitest'
import type { CrmRequest } from '../support/crm.ts'
import { expectData, expectError, TIMESTAMP } from '../support/envelope.ts'
import { makeIntegrator, newHin } from '../support/integrator.ts'
import { startFileServer, startServer } from '../support/server.ts'
import { register, retrySync, startWebhookCrm, syncOf, untilSync } from '../support/warranty-crm.ts'

const server = await startFileServer()
const { crm, withWebhook } = await startWebhookCrm(server, 10)

/** The longest time for which two answers to `requests`, each under way for `ms`, were under way together. */
function overlap(requests: CrmRequest[], ms: number): number {
  const at = requests.map((request) => request.at).sort((a, b) => a - b)
  return Math.max(0, ...at.slice(1).map((start, index) => at[index]! + ms - start))
}

test('answers the shape of the contract and makes one attempt at any status', async () => {
  const { integrator, path } = withWebhook()
  const hin = await register(integrator)
  await untilSync(integrator, hin, { status: 'synced' })
  const data = await retrySync(integrator, hin.toLowerCase())
  expect(data).toStrictEqual({
    hin,
    brand_id: integrator.brand.id,
    brand_name: `Brand ${integrator.brand.slug}`,
    model: 'Tidewater 24',
    model_year: '2025',
    warranty_status: 'active',
    crm_sync: {
      status: 'synced',
      error: null,
      last_attempt: expect.stringMatching(TIMESTAMP),
      attempts: 2,
    },
  })
  expect(crm.at(path)).toHaveLength(2)
  expect(await syncOf(integrator, hin)).toEqual(data.crm_sync)
})

test('after the cause of a refusal was fixed', async () => {
  const { integrator, path } = withWebhook()
  crm.next(path, { status: 401 })
  const hin = await register(integrator)
  await untilSync(integrator, hin, { status: 'failed', attempts: 1 })
  expect((await retrySync(integrator, hin)).crm_sync).toMatchObject({
    status: 'synced',
    attempts: 2,
    error: null,
  })
})

test('does not wait for the schedule, and says pending with the error while attempts remain', async () => {
  const { integrator, path } = withWebhook()
  const later = { status: 503, headers: { 'retry-after': '600' } }
  crm.next(path, later, later)
  const hin = await register(integrator)
  await untilSync(integrator, hin, { status: 'pending', attempts: 1 })
  const { crm_sync } = await retrySync(integrator, hin)
  expect(crm_sync).toMatchObject({ status: 'pending', attempts: 2, error: expect.stringContaining('503') })
  expect((await retrySync(integrator, hin)).crm_sync).toMatchObject({
    status: 'synced',
    attempts: 3,
    error: null,
  })
})

test('says failed when the CRM refuses', async () => {
  const { integrator, path } = withWebhook()
  const hin = await register(integrator)
  await untilSync(integrator, hin, { status: 'synced' })
  crm.next(path, { status: 422 })
  expect((await retrySync(integrator, hin)).crm_sync).toMatchObject({ status: 'failed', attempts: 2 })
})

test('takes no body, an empty JSON one, and any other', async () => {
  const { integrator } = withWebhook()
  const hin = await register(integrator)
  await untilSync(integrator, hin, { status: 'synced' })
  const path = `/warranty/${hin}/retry-sync`
  expectData(await integrator.call('POST', path))
  expectData(
    await integrator.call('POST', path, { raw: '', headers: { 'content-type': 'application/json' } }),
  )
  expectData(await integrator.call('POST', path, { body: {} }))
})

test('a HIN that does not exist is 404', async () => {
  const integrator = await makeIntegrator(server)
  const answer = await integrator.call('POST', `/warranty/${newHin()}/retry-sync`)
  expectError(answer, 404, 'WARRANTY_NOT_FOUND')
})

test('twice concurrently, never sends at the same moment', async () => {
  const { integrator, path } = withWebhook()
  const hin = await register(integrator)
  await untilSync(integrator, hin, { status: 'synced' })
  crm.always(path, { delayMs: 300 })
  const results = await Promise.all([
    retrySync(integrator, hin),
    retrySync(integrator, hin),
    retrySync(integrator, hin),
  ])
  for (const { crm_sync } of results) expect(crm_sync.status).toBe('synced')
  const requests = crm.at(path).slice(1)
  expect(requests.length).toBeLessThanOrEqual(3)
  expect(overlap(requests, 250)).toBe(0)
  expect((await syncOf(integrator, hin)).attempts).toBe(1 + requests.length)
})

test('on two servers and beside a background attempt, never sends at the same moment', async () => {
  await using second = await startServer({ beside: server })
  const { integrator, path } = withWebhook()
  crm.always(path, { delayMs: 2_000 })
  const hin = await register(integrator)
  const headers = { authorization: `Bearer ${integrator.accessToken}` }
  const url = `/api/v1/warranty/${hin}/retry-sync`
  await crm.received(path)
  const answers = await Promise.all([
    server.send('POST', url, { headers }),
    second.send('POST', url, { headers }),
    second.send('POST', url, { headers }),
  ])
  for (const answer of answers) expect(expectData(answer).crm_sync.status).toBe('synced')
  expect(overlap(crm.at(path), 1_950)).toBe(0)
  expect(new Set(crm.at(path).map(({ headers }) => headers['webhook-id'])).size).toBe(1)
})

test('waits for a CRM that hangs for 15 s at most', async () => {
  const { integrator, path } = withWebhook()
  const hin = await register(integrator)
  await untilSync(integrator, hin, { status: 'synced' })
  crm.always(path, { fault: 'hang' })
  const begun = performance.now()
  const { crm_sync } = await retrySync(integrator, hin)
  expect(performance.now() - begun).toBeLessThan(16_000)
  expect(crm_sync).toMatchObject({ status: 'pending', attempts: 2, error: expect.stringMatching(/\d s/) })
})
