import { sql } from 'kysely'
import type { Micros } from '../../../platform/clock.ts'
import { inChunks } from '../../../platform/db/chunks.ts'
import type { Reader, Trx } from '../../../platform/db/db.ts'

type Finished = 'delivered' | 'failed'

/** Returns finished deliveries with an id above `after`, in order. */
export function listForPruning(reader: Reader, status: Finished, after: number, limit: number) {
  return reader
    .selectFrom('deliveries')
    .select(['id', 'created_at', 'finished_at'])
    .where('status', '=', sql.lit(status))
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Removes those of the deliveries that are still finished, with their attempts. Returns how many. */
export async function removeFinished(
  trx: Trx,
  status: Finished,
  ids: readonly number[],
  before: Micros,
): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('deliveries')
    .where('id', 'in', ids)
    .where('status', '=', status)
    .where('finished_at', '<', before)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Returns attempts before a time, the oldest first. */
export function listOldAttempts(reader: Reader, before: Micros, limit: number) {
  return reader
    .selectFrom('delivery_attempts')
    .select(['delivery_id', 'number', 'at'])
    .where('at', '<', before)
    .orderBy('at')
    .limit(limit)
    .execute()
}

/** Removes the attempts of these deliveries before a time. Returns how many. */
export async function removeAttempts(
  trx: Trx,
  deliveryIds: readonly number[],
  before: Micros,
): Promise<number> {
  let removed = 0
  for (const some of inChunks(deliveryIds)) {
    const { numDeletedRows } = await trx
      .deleteFrom('delivery_attempts')
      .where('delivery_id', 'in', some)
      .where('at', '<', before)
      .executeTakeFirst()
    removed += Number(numDeletedRows)
  }
  return removed
}

/** Removes the finished deliveries of these queues. */
export async function removeQueues(trx: Trx, queueKeys: readonly string[]): Promise<void> {
  for (const some of inChunks(queueKeys)) {
    await trx.deleteFrom('deliveries').where('lane', 'in', some).where('status', '<>', 'pending').execute()
  }
}
