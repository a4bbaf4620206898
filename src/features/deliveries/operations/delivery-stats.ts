import type { Micros } from '../../../platform/clock.ts'
import { authorize, holdsBrand } from '../../../platform/principal.ts'
import { type DeliveryReader, selectBrandIds } from '../filter.ts'
import * as queries from '../queries/stats-queries.ts'
import { FAILURES_TO_OPEN, receiverKey } from '../worker/receiver-limits.ts'

const HOUR_MICROS = 3_600_000_000

/** The state of a receiver for one brand. */
interface TargetStats {
  kind: string
  brand_id: number
  brand: string
  /** Who shares slots and a circuit: `event:3`. */
  receiver: string
  waiting: number
  running: number
  /** `open`: the last five attempts failed, so only single attempts are made. `unknown`: none in the last hour. */
  circuit: 'closed' | 'open' | 'unknown'
  /** Of the last hour; null if there were no attempts. */
  attempts: number
  success_rate: number | null
  p50_ms: number | null
  p95_ms: number | null
}

export interface DeliveryStats {
  kinds: Record<string, Partial<Record<'pending' | 'delivered' | 'failed', number>>>
  oldest: Oldest
  targets: TargetStats[]
}

/** Seconds; 0 if nothing is pending. */
export interface Oldest {
  /** The age of the oldest pending delivery. */
  waiting_s: number
  /** For how long the first one has been due. */
  overdue_s: number
}

/**
 * Returns how many deliveries of the principal's brands there are, and how their receivers did in the last hour. Reads
 * every delivery.
 * @throws Forbidden
 */
export async function deliveryStats(ctx: DeliveryReader): Promise<DeliveryStats> {
  authorize(ctx.principal, 'deliveries:read')
  const brandIds = await selectBrandIds(ctx)
  const now = ctx.clock.now()
  return ctx.db.snapshot(async (reader) => {
    const kinds: DeliveryStats['kinds'] = {}
    for (const { kind, status, count } of await queries.countByKind(reader, brandIds)) {
      kinds[kind] = { ...kinds[kind], [status]: Number(count) }
    }
    const open = await queries.countByReceiver(reader, now)
    const recent = await queries.summarizeAttempts(reader, now - HOUR_MICROS, FAILURES_TO_OPEN)
    const oldest = toOldest(await queries.findOldest(reader, brandIds), now)
    const targets = toTargets(open, recent).filter(({ brand_id }) => holdsBrand(ctx.principal, brand_id))
    return { kinds, oldest, targets }
  })
}

type Open = Awaited<ReturnType<typeof queries.countByReceiver>>
type Recent = Awaited<ReturnType<typeof queries.summarizeAttempts>>

/** All brands are needed here: their mails share one mail server, whose circuit depends on all of them. */
function toTargets(open: Open, recent: Recent): TargetStats[] {
  const openOf = new Map(open.map((row) => [rowKey(row), row]))
  const recentOf = new Map(recent.map((row) => [rowKey(row), row]))
  const known = new Map([...recent, ...open].map((row) => [rowKey(row), toTarget(row)]))
  const streaks = new Map<string, number>()
  for (const row of recent)
    streaks.set(receiverKey(row), (streaks.get(receiverKey(row)) ?? 0) + Number(row.streak))
  const targets = [...known].map(([key, target]) => ({
    ...target,
    waiting: Number(openOf.get(key)?.waiting ?? 0),
    running: Number(openOf.get(key)?.running ?? 0),
    ...toRecent(recentOf.get(key), streaks.get(receiverKey(target))),
  }))
  return targets.sort((a, b) => b.waiting - a.waiting || (rowKey(a) < rowKey(b) ? -1 : 1))
}

function rowKey({ receiver, brand_id }: { receiver: string; brand_id: number }): string {
  return `${receiver} ${brand_id}`
}

function toTarget({ kind, brand_id, slug, receiver }: Open[number] | Recent[number]) {
  return { kind, brand_id, brand: slug, receiver }
}

function toRecent(row: Recent[number] | undefined, streak: number | undefined) {
  if (!row)
    return { circuit: 'unknown' as const, attempts: 0, success_rate: null, p50_ms: null, p95_ms: null }
  const attempts = Number(row.attempts)
  return {
    circuit: streak! >= FAILURES_TO_OPEN ? ('open' as const) : ('closed' as const),
    attempts,
    success_rate: Math.round((1000 * Number(row.ok)) / attempts) / 1000,
    p50_ms: row.p50_ms,
    p95_ms: row.p95_ms,
  }
}

export function toOldest({ made, due }: { made: Micros | null; due: Micros | null }, now: Micros): Oldest {
  const seconds = (since: Micros | null) => (since === null ? 0 : Math.max(0, (now - since) / 1_000_000))
  return { waiting_s: seconds(made), overdue_s: seconds(due) }
}
