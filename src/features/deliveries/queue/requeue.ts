import type { Trx } from '../../../platform/db/db.ts'
import type { DeliveryContext } from '../context.ts'
import { makeNextDue } from '../queries/attempt-queries.ts'
import * as queries from '../queries/list-queries.ts'
import { type DeliveryRow, toDelivery } from '../queries/queue-queries.ts'
import { lockQueues } from './claim.ts'

/** Implements `Deliveries.requeue`. */
export async function requeue(
  ctx: DeliveryContext,
  trx: Trx,
  ids: readonly number[],
  status?: 'failed',
): Promise<DeliveryRow[]> {
  if (ids.length === 0) return []
  // Recording an attempt sets when the rest of its queue is due: wait for it.
  await lockQueues(ctx, trx, await queries.findQueueKeys(trx, ids))
  const now = ctx.clock.now()
  const rows = await queries.requeue(trx, ids, now, status)
  const byKind = Map.groupBy(rows.map(toDelivery), ({ kind }) => kind)
  for (const [kind, deliveries] of byKind) await ctx.handlers.get(kind)?.pending?.(trx, deliveries)
  // Only the first of a queue is sent. The others would wait for its next attempt, perhaps for hours.
  await makeNextDue(
    trx,
    rows.map(({ lane }) => lane),
    now,
  )
  return rows
}
