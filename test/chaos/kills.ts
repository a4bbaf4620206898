import { setTimeout as sleep } from 'node:timers/promises'
import { endWaits, runSql } from '../acceptance/behind.ts'
import type { TestDatabase } from '../support/databases.ts'
import { type Integrator, makeIntegrator, newHin } from '../support/integrator.ts'
import { TestServer } from '../support/server.ts'
import { startSlowCrm } from './slow-crm.ts'

const WRITERS = 3
/** A server is killed after acknowledging up to this many writes, or after LONGEST_LIFE_MS. */
const MOST_ACKNOWLEDGED = 40
const LONGEST_LIFE_MS = 5_000
const LAST_MS = 30
const DRAIN_BUDGET_MS = 120_000

interface Options {
  cycles: number
  /** Whether to wait a minute for the leases of killed processes; otherwise SQL ends them. */
  patient: boolean
  say?: (line: string) => void
}

/** The responses to clients, and the stored data. */
export interface KillReport {
  cycles: number
  /** Kills during a delivery. */
  amidSends: number
  acknowledged: number
  deliveries: number
  /** Messages that came more than once, which is allowed. */
  repeated: number
  /** Broken promises, one line each. */
  issues: string[]
}

/**
 * Kills a server with SIGKILL repeatedly while it stores leads and warranties and forwards them to a CRM that is slow and
 * sometimes fails. Then checks that everything acknowledged is stored once, and that every delivery arrived under one
 * webhook-id.
 */
export async function killAgainAndAgain(
  database: TestDatabase,
  { cycles, patient, say = () => undefined }: Options,
): Promise<KillReport> {
  await using crm = await startSlowCrm()
  const server = new TestServer(database, { env: { SHUTDOWN_GRACE_MS: '0' } })
  await server.start()
  try {
    const hooks = { lead_webhook: { url: crm.url }, warranty_crm: { type: 'webhook', url: crm.url } }
    const ada = await makeIntegrator(server, { brand: hooks })
    const written = { leads: [] as { email: string; id: number }[], hins: [] as string[] }
    let amidSends = 0
    const untilAcknowledged = async (more: number) => {
      const enough = written.leads.length + written.hins.length + more
      const deadline = Date.now() + LONGEST_LIFE_MS
      while (written.leads.length + written.hins.length < enough && Date.now() < deadline) await sleep(1)
      await sleep(Math.random() * LAST_MS)
    }
    for (let cycle = 1; cycle <= cycles; cycle++) {
      const writers = Array.from({ length: WRITERS }, () => [
        writeLeads(ada, written.leads),
        writeWarranties(ada, written.hins),
      ])
      await untilAcknowledged(1 + Math.random() * MOST_ACKNOWLEDGED)
      if (crm.open() > 0) amidSends++
      await server.kill('SIGKILL')
      await Promise.all(writers.flat())
      if (!patient) await endWaits(server)
      await server.start()
      if (cycle % 10 === 0) say(`${cycle} kills, ${written.leads.length + written.hins.length} acknowledged`)
    }
    await drained(server)
    const deliveries = await runSql(
      server,
      'SELECT message_id, kind, status, attempts, last_error FROM deliveries',
    )
    const repeated = [...crm.messages.values()].filter(({ times }) => times > 1).length
    const issues = [
      ...(await lostLeads(server, written.leads)),
      ...(await lostWarranties(server, written.hins)),
      ...undelivered(deliveries, crm.messages),
      ...changedIds(crm.messages),
    ]
    const acknowledged = written.leads.length + written.hins.length
    return { cycles, amidSends, acknowledged, deliveries: deliveries.length, repeated, issues }
  } finally {
    await server.kill()
  }
}

/** Submits leads until the server is gone. */
async function writeLeads(ada: Integrator, written: { email: string; id: number }[]): Promise<void> {
  try {
    for (;;) {
      const email = `${newHin().toLowerCase()}@example.com`
      const { status, headers } = await ada.submitLead({ contact: { contact_email: email } })
      if (status < 300) written.push({ email, id: Number(headers['x-lead-id']) })
    }
  } catch {
    // The connection broke. The request may have been completed or not.
  }
}

async function writeWarranties(ada: Integrator, written: string[]): Promise<void> {
  try {
    for (;;) {
      const hin = newHin()
      if ((await ada.register({ hin })).status === 201) written.push(hin)
    }
  } catch {
    // The connection broke, as above.
  }
}

async function drained(server: TestServer): Promise<void> {
  const deadline = Date.now() + DRAIN_BUDGET_MS
  const pending = async () =>
    Number((await runSql(server, `SELECT count(*) AS n FROM deliveries WHERE status = 'pending'`))[0]!.n)
  while ((await pending()) > 0 && Date.now() < deadline) await sleep(200)
}

async function lostLeads(server: TestServer, written: { email: string; id: number }[]): Promise<string[]> {
  const rows = await runSql(server, 'SELECT id, contact_email FROM leads')
  const stored = Map.groupBy(rows, ({ contact_email }) => String(contact_email))
  return written.flatMap(({ email, id }) => {
    const same = stored.get(email) ?? []
    const kept = same.length === 1 && (Number.isNaN(id) || Number(same[0]!.id) === id)
    return kept ? [] : [`lead ${id} (${email}) was acknowledged and is stored ${same.length} times`]
  })
}

async function lostWarranties(server: TestServer, written: string[]): Promise<string[]> {
  const rows = await runSql(server, 'SELECT hin FROM warranties')
  const stored = Map.groupBy(rows, ({ hin }) => String(hin))
  return written.flatMap((hin) => {
    const count = stored.get(hin)?.length ?? 0
    return count === 1 ? [] : [`warranty ${hin} was acknowledged and is stored ${count} times`]
  })
}

type Messages = ReadonlyMap<string, { body: Record<string, unknown>; times: number }>

function undelivered(deliveries: Record<string, unknown>[], messages: Messages): string[] {
  const left = deliveries.filter(
    ({ status, message_id }) => status !== 'delivered' || !messages.has(String(message_id)),
  )
  return left.map(
    ({ message_id, kind, status, attempts, last_error }) =>
      `${kind} ${message_id} is ${status} after ${attempts} attempts (${last_error}), ` +
      `and came ${messages.get(String(message_id))?.times ?? 0} times`,
  )
}

/** Returns subjects that came under several ids: a receiver recognizes a repetition by its id. */
function changedIds(messages: Messages): string[] {
  const bySubject = Map.groupBy(messages, ([, { body }]) => {
    const data = body.data as { hin?: string } | undefined
    return body.lead_id === undefined ? `${body.type} ${data?.hin}` : `lead ${body.lead_id}`
  })
  return [...bySubject].flatMap(([subject, ids]) =>
    ids.length === 1 ? [] : [`${subject} came under ${ids.length} webhook-ids`],
  )
}
