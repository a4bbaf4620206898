import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startCrm } from '../../support/crm.ts'
import { makeIntegrator, newHin } from '../../support/integrator.ts'
import { startServer } from '../../support/server.ts'

const CLIENTS = 8

test.concurrent('stopped under load, it fails readiness, finishes running requests, and breaks no connection', async () => {
  await using crm = await startCrm()
  crm.always('/leads', { delayMs: 4_000, body: { kept: true } })
  await using server = await startServer({ ownProcess: true, env: { SHUTDOWN_GRACE_MS: '3000' } })
  const ada = await makeIntegrator(server, { brand: { lead_webhook: { url: crm.url('/leads') } } })
  const created: string[] = []
  const refused: unknown[] = []

  async function load(): Promise<void> {
    try {
      for (;;) {
        const hin = newHin()
        expect(await ada.register({ hin })).toMatchObject({ status: 201 })
        created.push(hin)
        expect(await ada.call('GET', `/warranty/${hin}`)).toMatchObject({ status: 200 })
      }
    } catch (error) {
      refused.push(error)
    }
  }

  const clients = Array.from({ length: CLIENTS }, load)
  await sleep(300)
  const slow = ada.submitLead()
  await crm.received('/leads')
  server.signal('SIGTERM')
  while (await server.isReady()) await sleep(10)
  expect(await server.send('GET', '/readyz')).toMatchObject({ status: 503 })
  expect(await server.send('GET', '/livez')).toMatchObject({ status: 200 })
  expect(await slow).toMatchObject({ status: 200, body: { kept: true } })
  await Promise.all(clients)
  // Only connecting anew may fail, once nobody listens any more.
  expect(refused).toHaveLength(CLIENTS)
  for (const error of refused) expect(error).toMatchObject({ code: 'ECONNREFUSED' })
  expect(await server.kill('SIGCONT')).toBe(0)

  await server.start()
  expect(created.length).toBeGreaterThan(CLIENTS)
  while (created.length > 0) {
    const answers = created.splice(-50).map((hin) => ada.call('GET', `/warranty/${hin}`))
    for (const answer of await Promise.all(answers)) expect(answer).toMatchObject({ status: 200 })
  }
})

test.concurrent('when stopped, it aborts deliveries that take too long, and the waiting caller gets a response', async () => {
  await using crm = await startCrm()
  crm.always('/leads', { fault: 'hang' })
  await using server = await startServer({ ownProcess: true, env: { LEAD_WEBHOOK_TIMEOUT_MS: '55000' } })
  const ada = await makeIntegrator(server, { brand: { lead_webhook: { url: crm.url('/leads') } } })
  const waiting = ada.submitLead()
  await crm.received('/leads')
  const exit = server.kill('SIGTERM')
  expect(await waiting).toMatchObject({ status: 202, body: { webhook_forwarded: false } })
  expect(await exit).toBe(0)
  // It was given back: the next server sends it at once.
  await server.start()
  await crm.received('/leads', 2)
})

test.concurrent('when stopped, it finishes the request of a caller who has hung up', async () => {
  await using crm = await startCrm()
  crm.always('/leads', { delayMs: 2_000 })
  await using server = await startServer({ ownProcess: true })
  const ada = await makeIntegrator(server, { brand: { lead_webhook: { url: crm.url('/leads') } } })
  const caller = new AbortController()
  const lead = fetch(`${server.url}/lead-submission`, {
    method: 'POST',
    signal: caller.signal,
    headers: { 'x-api-token': ada.apiToken, 'content-type': 'application/json' },
    body: JSON.stringify({
      brand: ada.brand.slug,
      contact_category: 'request_quote',
      contact: { contact_email: 'ada@example.com' },
    }),
  })
  await crm.received('/leads')
  caller.abort()
  await expect(lead).rejects.toThrow(/abort/)
  expect(await server.kill('SIGTERM')).toBe(0)
  const { stdout } = await server.command('deliveries', 'list', '--json')
  expect(stdout).toContain('delivered')
})

test('when stopped twice, it ends immediately', async () => {
  await using server = await startServer({ ownProcess: true, env: { SHUTDOWN_GRACE_MS: '60000' } })
  server.signal('SIGTERM')
  while (await server.isReady()) await sleep(10)
  expect(await server.send('GET', '/readyz')).toMatchObject({ status: 503 })
  const stoppedAt = performance.now()
  expect(await server.kill('SIGINT')).toBe(1)
  expect(performance.now() - stoppedAt).toBeLessThan(5_000)
})
