import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Crm, startCrm } from '../../support/crm.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { type ServerProcess, startProcess } from '../../support/server-process.ts'
import { endWaits, runSql } from '../behind.ts'

const SLUGS = ['one', 'two', 'three', 'four']
const SLOW = { timeout: 400_000 }
const PATIENT = { timeout: 300_000, interval: 200 }

let crm: Crm
let servers: TestServer[]
let workers: ServerProcess[]

beforeEach(async () => {
  crm = await startCrm()
  const first = await startServer({ ownProcess: true })
  servers = [first, await startServer({ beside: first })]
  await first.apply({
    brands: SLUGS.map((slug) => ({ slug, name: slug, lead_webhook: { url: crm.url('/leads') } })),
  })
  workers = await Promise.all([0, 1].map(() => startWorker()))
})
afterEach(async () => {
  for (const worker of workers) worker.signal('SIGKILL')
  await Promise.all(workers.map(({ exited }) => exited))
  for (const server of servers.toReversed()) await server[Symbol.asyncDispose]()
  await crm[Symbol.asyncDispose]()
})

function startWorker(): Promise<ServerProcess> {
  return startProcess('work', { ...servers[0]!.env, LOG_LEVEL: 'info' }, (output) =>
    output.includes('"ready"'),
  )
}

/** As many leads as there shall be deliveries, all due at once. */
async function owe(deliveries: number): Promise<void> {
  const lead = `'{"contact_category":"trade_in","contact":{"contact_email":"a@example.com"}}'`
  await runSql(
    servers[0]!,
    `WITH brand AS (SELECT id, row_number() OVER (ORDER BY id) - 1 AS turn FROM brands),
      lead AS (
        INSERT INTO leads (brand_id, contact_category, contact_email, body, send_to_dealer, received_at)
        SELECT brand.id, 'trade_in', 'a@example.com', ${lead}, false, 1
        FROM generate_series(1, ${deliveries}) AS i JOIN brand ON brand.turn = i % ${SLUGS.length}
        RETURNING id, brand_id)
    INSERT INTO deliveries (
      kind, event, brand_id, subject_id, lane, message_id, status, next_attempt_at, created_at)
    SELECT 'lead_webhook', 'lead.submitted', brand_id, id, 'lead:' || id, 'msg_' || id, 'pending', 1, 1 FROM lead`,
  )
}

const count = async (condition: string) =>
  Number((await runSql(servers[0]!, `SELECT count(*) FROM deliveries WHERE ${condition}`))[0]!.count)

const untilDelivered = () => expect.poll(() => count("status <> 'delivered'"), PATIENT).toBe(0)

const idsReceived = () => crm.at('/leads').map(({ headers }) => headers['webhook-id'])

test(
  'two servers and two workers send 5,000 deliveries, each one once, and all of them take part',
  SLOW,
  async () => {
    await owe(5_000)
    await untilDelivered()
    expect(idsReceived()).toHaveLength(5_000)
    expect(new Set(idsReceived()).size).toBe(5_000)
    const attempts = await runSql(
      servers[0]!,
      'SELECT worker, count(*) AS made FROM delivery_attempts GROUP BY worker ORDER BY worker',
    )
    expect(attempts).toHaveLength(4)
    expect(attempts.reduce((sum, { made }) => sum + Number(made), 0)).toBe(5_000)
  },
)

test('when a worker is killed in the midst of them, all arrive', SLOW, async () => {
  crm.always('/leads', { delayMs: 20 })
  await owe(2_000)
  await crm.received('/leads', 500, 60_000)
  workers[0]!.signal('SIGKILL')
  await workers[0]!.exited
  // The others send all but what it was sending, for which they wait until its leases end, a minute later.
  await expect.poll(() => count("status = 'pending' AND lease_until IS NULL"), PATIENT).toBe(0)
  await endWaits(servers[0]!)
  await untilDelivered()
  expect(new Set(idsReceived()).size).toBe(2_000)
})
