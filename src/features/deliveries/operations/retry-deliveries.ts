import type { Actor } from '../../../platform/principal.ts'
import { NO_FIELDS, recordAudit } from '../../audit/index.ts'
import type { DeliveryContext } from '../context.ts'
import type { DeliveryKind } from '../delivery.ts'
import { type AttemptRow, makeNextDue } from '../queries/attempt-queries.ts'
import * as queries from '../queries/list-queries.ts'
import { findAttempts } from '../queries/queue-key-queries.ts'
import { type DeliveryRow, toDelivery } from '../queries/queue-queries.ts'
import { lockQueues } from '../queue/claim.ts'

const ROWS_PER_COMMIT = 500

/** A delivery with all attempts at it, the first one first; undefined for an id that nobody has. */
export async function showDelivery(
  { db }: DeliveryContext,
  id: number,
): Promise<{ delivery: DeliveryRow; attempts: AttemptRow[] } | undefined> {
  return db.snapshot(async (reader) => {
    const delivery = await queries.findDelivery(reader, id)
    return delivery && { delivery, attempts: await findAttempts(reader, [id]) }
  })
}

/**
 * Puts deliveries back in the queue, due at once and with their whole schedule before them; what is first in their queues
 * is due at once, too. Answers the ids of those that were: not the unknown and the delivered, nor what is being sent at
 * the moment.
 */
export async function retryDeliveries(
  ctx: DeliveryContext,
  principal: Actor,
  ids: readonly number[],
): Promise<number[]> {
  const done: number[] = []
  for (let start = 0; start < ids.length; start += ROWS_PER_COMMIT) {
    done.push(...(await requeue(ctx, principal, ids.slice(start, start + ROWS_PER_COMMIT))))
  }
  return done
}

/** Does so with every failed one that is meant; answers how many. */
export async function retryFailed(
  ctx: DeliveryContext,
  principal: Actor,
  filter: queries.DeliveryFilter,
): Promise<number> {
  const failed = { ...filter, status: 'failed' as const }
  let count = 0
  let after = 0
  for (;;) {
    const ids = await queries.findIds(ctx.db.read, failed, { after, limit: ROWS_PER_COMMIT })
    if (ids.length === 0) return count
    count += (await requeue(ctx, principal, ids)).length
    after = ids.at(-1)!
  }
}

function requeue(ctx: DeliveryContext, principal: Actor, ids: readonly number[]): Promise<number[]> {
  return ctx.db.write(async (trx) => {
    // What came of an attempt may just be recorded: of a queue's first one that is what its next attempt depends on.
    await lockQueues(ctx, trx, await queries.findQueueKeys(trx, ids))
    const now = ctx.clock.now()
    const rows = await queries.requeue(trx, ids, now)
    const byKind = Map.groupBy(rows.map(toDelivery), (delivery): DeliveryKind => delivery.kind)
    for (const [kind, deliveries] of byKind) {
      await ctx.handlers.get(kind)?.pending?.(trx, deliveries)
    }
    // Of a queue only the first is sent: the others would wait for its next attempt, in hours perhaps.
    await makeNextDue(
      trx,
      rows.map(({ lane }) => lane),
      now,
    )
    await recordAudit(
      trx,
      rows.map((row) => ({
        at: now,
        principal,
        action: 'delivery.retried',
        subject: { id: row.id, name: `${row.kind} ${row.event}` },
        brandId: row.brand_id,
        change: NO_FIELDS,
      })),
    )
    return rows.map((row) => row.id)
  })
}
