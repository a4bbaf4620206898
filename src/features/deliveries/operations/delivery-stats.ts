import type { Micros } from '../../../platform/clock.ts'
import { authorize } from '../../../platform/principal.ts'
import { type DeliveryReader, selectBrandIds } from '../filter.ts'
import * as queries from '../queries/stats-queries.ts'
import { readReceivers, type TargetStats } from '../receiver-stats.ts'

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
    const oldest = toOldest(await queries.findOldest(reader, brandIds), now)
    const targets = await readReceivers(reader, ctx.principal, now)
    return { kinds, oldest, targets }
  })
}

export function toOldest({ made, due }: { made: Micros | null; due: Micros | null }, now: Micros): Oldest {
  const seconds = (since: Micros | null) => (since === null ? 0 : Math.max(0, (now - since) / 1_000_000))
  return { waiting_s: seconds(made), overdue_s: seconds(due) }
}
