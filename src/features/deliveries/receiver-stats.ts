import type { Micros } from '../../platform/clock.ts'
import type { Reader } from '../../platform/db/db.ts'
import { holdsBrand, type Principal } from '../../platform/principal.ts'
import * as queries from './queries/stats-queries.ts'
import { FAILURES_TO_OPEN, receiverKey } from './worker/receiver-limits.ts'

const HOUR_MICROS = 3_600_000_000

/** The state of a receiver for one brand. */
export interface TargetStats {
  kind: string
  brand_id: number
  brand: string
  /** The key of the receiver, whose deliveries share slots and a circuit: `event:3`. */
  receiver: string
  waiting: number
  running: number
  /** `open`: the last five attempts failed, so only single attempts are made. `unknown`: none in the last hour. */
  circuit: 'closed' | 'open' | 'unknown'
  /** The figures of the last hour; null if there were no attempts. */
  attempts: number
  success_rate: number | null
  p50_ms: number | null
  p95_ms: number | null
}

/** Returns the receivers of the principal's brands that were sent something in the last hour, or wait for something. */
export async function readReceivers(
  reader: Reader,
  principal: Principal,
  now: Micros,
): Promise<TargetStats[]> {
  const open = await queries.countByReceiver(reader, now)
  const recent = await queries.summarizeAttempts(reader, now - HOUR_MICROS, FAILURES_TO_OPEN)
  return toTargets(open, recent).filter(({ brand_id }) => holdsBrand(principal, brand_id))
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
