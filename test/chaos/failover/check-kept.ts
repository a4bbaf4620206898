import { setTimeout as sleep } from 'node:timers/promises'
import type { CrmRequest } from '../../support/crm.ts'
import { query } from './cluster.ts'
import type { Acknowledged } from './load.ts'

const SETTLE_MS = 30_000
/** How long deliveries may end by themselves before the leases of lost connections are ended by hand. */
const PATIENCE_MS = 5_000

/** Waits until nothing is left to deliver. Returns the number of leases it ended, which would have taken a minute. */
export async function drainDeliveries(url: string): Promise<number> {
  const start = performance.now()
  const pending = async () => {
    const [row] = await query(url, "SELECT count(*)::int AS count FROM deliveries WHERE status = 'pending'")
    return Number(row!.count)
  }
  let ended: number | undefined
  while ((await pending()) > 0) {
    const waited = performance.now() - start
    if (waited > SETTLE_MS) throw new Error(`${await pending()} deliveries are pending after ${SETTLE_MS} ms`)
    if (waited > PATIENCE_MS && ended === undefined) ended = await endLeases(url)
    await sleep(100)
  }
  return ended ?? 0
}

async function endLeases(url: string): Promise<number> {
  const rows = await query(
    url,
    `UPDATE deliveries SET lease_until = 0, next_attempt_at = 0
      WHERE status = 'pending' AND lease_token IS NOT NULL RETURNING id`,
  )
  return rows.length
}

/** Returns what was acknowledged and is not stored exactly once. */
export async function findLost(url: string, acknowledged: readonly Acknowledged[]): Promise<Acknowledged[]> {
  const stored = {
    warranty: await countKeys(url, 'SELECT hin AS key FROM warranties'),
    transfer: await countKeys(
      url,
      `SELECT w.hin AS key FROM ownerships o JOIN warranties w ON w.id = o.warranty_id
        WHERE o.transfer_date IS NULL AND o.last_name = w.hin`,
    ),
    lead: await countKeys(url, 'SELECT contact_email AS key FROM leads'),
  }
  return acknowledged.filter(({ kind, key }) => stored[kind].get(key) !== 1)
}

/** Returns what is stored more often than its client asked for. */
export async function findDoubled(url: string): Promise<string[]> {
  const leads = await query(url, 'SELECT contact_email AS key FROM leads GROUP BY 1 HAVING count(*) > 1')
  const owners = await query(
    url,
    `SELECT w.hin AS key FROM ownerships o JOIN warranties w ON w.id = o.warranty_id
      WHERE o.last_name = w.hin GROUP BY 1 HAVING count(*) > 1`,
  )
  return [...leads, ...owners].map(({ key }) => `${key} is stored twice`)
}

/**
 * Holds the requests that the receiver got to the deliveries in the database. Returns broken promises, and how many
 * messages came more than once under the same id.
 */
export async function checkDeliveries(url: string, requests: readonly CrmRequest[]) {
  const rows = await query(url, 'SELECT message_id, status, last_error FROM deliveries')
  const known = new Set(rows.map(({ message_id }) => String(message_id)))
  const times = new Map<string, number>()
  const subjects = new Map<string, Set<string>>()
  for (const { headers, raw } of requests) {
    const id = String(headers['webhook-id'])
    times.set(id, (times.get(id) ?? 0) + 1)
    // A message of a commit that was lost is none of the database's.
    if (!known.has(id)) continue
    const subject = subjectOf(JSON.parse(raw.toString()))
    subjects.set(subject, (subjects.get(subject) ?? new Set()).add(id))
  }
  const issues = [
    ...rows
      .filter(({ status }) => status !== 'delivered')
      .map(({ message_id, status, last_error }) => `delivery ${message_id} is ${status}: ${last_error}`),
    ...[...known].filter((id) => !times.has(id)).map((id) => `delivery ${id} never arrived`),
    ...[...subjects]
      .filter(([, ids]) => ids.size > 1)
      .map(([subject, ids]) => `${subject} came under ${ids.size} ids`),
  ]
  const repeated = [...times.values()].filter((count) => count > 1).length
  return { issues, repeated, deliveries: rows.length }
}

function subjectOf(body: { lead_id?: number; type?: string; data?: { hin: string } }): string {
  return body.lead_id === undefined ? `${body.type} of ${body.data!.hin}` : `lead ${body.lead_id}`
}

async function countKeys(url: string, sql: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const { key } of await query(url, sql)) counts.set(String(key), (counts.get(String(key)) ?? 0) + 1)
  return counts
}
