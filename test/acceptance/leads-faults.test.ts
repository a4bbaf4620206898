import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { type Crm, startCrm } from '../support/crm.ts'
import { makeIntegrator } from '../support/integrator.ts'
import { freePort } from '../support/ports.ts'
import { startServer } from '../support/server.ts'
import { endWaits } from './behind.ts'

const leadIds = (crm: Crm, path: string) =>
  new Set(crm.at(path).map(({ raw }) => JSON.parse(raw.toString()).lead_id as number))

async function untilAllReached(crm: Crm, path: string, ids: number[]): Promise<void> {
  const deadline = Date.now() + 60_000
  while (!ids.every((id) => leadIds(crm, path).has(id)) && Date.now() < deadline) await sleep(10)
  expect(leadIds(crm, path)).toEqual(new Set(ids))
}

describe('leads whose CRM is away', () => {
  it('outlive a kill of the server, and are forwarded when both are back', async () => {
    const port = await freePort()
    // The next attempts are due in minutes: none is under way when the server is killed.
    await using server = await startServer({ ownProcess: true, env: { DELIVERY_RETRY_SCALE: '100' } })
    const url = `http://127.0.0.1:${port}/leads`
    const integrator = await makeIntegrator(server, { brand: { lead_webhook: { url } } })
    const answers = await Promise.all(Array.from({ length: 20 }, () => integrator.submitLead()))
    for (const answer of answers) expect(answer.status).toBe(202)
    await server.kill('SIGKILL')
    await using crm = await startCrm(port)
    await endWaits(server)
    await server.start()
    await untilAllReached(
      crm,
      '/leads',
      answers.map(({ body }) => body.lead_id),
    )
  })

  it('do not hold up the leads of a brand whose CRM works', async () => {
    await using crm = await startCrm()
    crm.always('/hangs', { fault: 'hang' })
    await using server = await startServer({ env: { LEAD_WEBHOOK_TIMEOUT_MS: '1000' } })
    const slow = await makeIntegrator(server, { brand: { lead_webhook: { url: crm.url('/hangs') } } })
    const quick = await makeIntegrator(server, { brand: { lead_webhook: { url: crm.url('/leads') } } })
    const hanging = Array.from({ length: 40 }, () => slow.submitLead())
    await crm.received('/hangs')
    crm.next('/leads', { status: 503 })
    expect((await quick.submitLead()).status).toBe(202)
    await crm.received('/leads', 2)
    for (const answer of await Promise.all(hanging)) expect(answer.status).toBe(202)
  })
})

describe('SIGTERM', () => {
  it('lets a lead that is being forwarded finish', async () => {
    await using crm = await startCrm()
    crm.always('/leads', { delayMs: 500, body: { crm: 'took it' } })
    await using server = await startServer({ ownProcess: true })
    const integrator = await makeIntegrator(server, { brand: { lead_webhook: { url: crm.url('/leads') } } })
    const submitted = integrator.submitLead()
    await crm.received('/leads')
    server.signal('SIGTERM')
    const answer = await submitted
    expect([answer.status, answer.text]).toEqual([200, '{"crm":"took it"}'])
    // SIGCONT does nothing to it: this waits for its end.
    expect(await server.kill('SIGCONT')).toBe(0)
    expect(crm.at('/leads')).toHaveLength(1)
  })
})

describe('an administrator', () => {
  it('fixes a webhook while leads wait for it', async () => {
    await using crm = await startCrm()
    crm.always('/old', { status: 500, headers: { 'retry-after': '600' } })
    await using server = await startServer({ env: { DELIVERY_RETRY_SCALE: '0.000001' } })
    const integrator = await makeIntegrator(server, { brand: { lead_webhook: { url: crm.url('/old') } } })
    const answer = await integrator.submitLead()
    expect(answer.status).toBe(202)
    await server.apply({ brands: [{ slug: integrator.brand.slug, lead_webhook: { url: crm.url('/new') } }] })
    await endWaits(server)
    await untilAllReached(crm, '/new', [answer.body.lead_id])
  })

  it('lists failed deliveries and sends them again', async () => {
    await using crm = await startCrm()
    crm.next('/leads', { status: 404 })
    await using server = await startServer()
    const integrator = await makeIntegrator(server, { brand: { lead_webhook: { url: crm.url('/leads') } } })
    await integrator.submitLead()
    const listed = await server.command('deliveries', 'list', '--failed', '--json')
    expect(listed.code, listed.stderr).toBe(0)
    const [failed] = JSON.parse(listed.stdout)
    expect(failed).toMatchObject({ kind: 'lead_webhook', status: 'failed', attempts: 1 })
    const retried = await server.command('deliveries', 'retry', String(failed.id), '--json')
    expect(JSON.parse(retried.stdout)).toEqual({ retried: 1, ids: [failed.id] })
    const [first, second] = await crm.received('/leads', 2)
    expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id'])
    expect((await server.command('deliveries', 'retry', '--all-failed')).stdout).toContain('0')
  })
})
