import { type Actor, NO_FIELDS, recordAudit } from '../audit/index.ts'
import * as queries from './admin-queries.ts'
import type { DeliveryContext } from './context.ts'
import type { DeliveryKind } from './delivery.ts'
import { type DeliveryRow, toDelivery } from './queries.ts'

const ROWS_PER_COMMIT = 500

/** Deliveries, the newest first. */
export function listDeliveries(
  { db }: DeliveryContext,
  page: { failed: boolean; before?: number | undefined; limit: number },
): Promise<DeliveryRow[]> {
  return queries.listDeliveries(db.read, page)
}

/**
 * Puts deliveries back in the queue, due at once and with their whole schedule before them. Answers the ids of
 * those that were: not the unknown and the delivered, nor what is being sent at the moment.
 */
export async function retryDeliveries(
  ctx: DeliveryContext,
  actor: Actor,
  ids: readonly number[],
): Promise<number[]> {
  const done: number[] = []
  for (let start = 0; start < ids.length; start += ROWS_PER_COMMIT) {
    done.push(...(await requeue(ctx, actor, ids.slice(start, start + ROWS_PER_COMMIT))))
  }
  return done
}

/** Does so with every failed one; answers how many. */
export async function retryAllFailed(ctx: DeliveryContext, actor: Actor): Promise<number> {
  let count = 0
  let after = 0
  for (;;) {
    const ids = await queries.findFailedIds(ctx.db.read, after, ROWS_PER_COMMIT)
    if (ids.length === 0) return count
    count += (await requeue(ctx, actor, ids)).length
    after = ids.at(-1)!
  }
}

function requeue(ctx: DeliveryContext, actor: Actor, ids: readonly number[]): Promise<number[]> {
  return ctx.db.write(async (trx) => {
    const now = ctx.clock.now()
    const rows = await queries.requeue(trx, ids, now)
    const byKind = Map.groupBy(rows.map(toDelivery), (delivery): DeliveryKind => delivery.kind)
    for (const [kind, deliveries] of byKind) {
      await ctx.handlers.get(kind)?.requeued?.(trx, deliveries)
    }
    await recordAudit(
      trx,
      rows.map((row) => ({
        at: now,
        actor,
        action: 'delivery.retried',
        subject: { id: row.id, name: `${row.kind} ${row.event}` },
        brandId: row.brand_id,
        change: NO_FIELDS,
      })),
    )
    return rows.map((row) => row.id)
  })
}
