import { sql } from 'kysely'
import type { Micros } from '../../../platform/clock.ts'
import { inChunks } from '../../../platform/db/chunks.ts'
import type { Reader, Trx } from '../../../platform/db/db.ts'

type Over = 'delivered' | 'failed'

/** Deliveries that are over, in the order in which they were made, from the one after `after` on. */
export function listForPruning(reader: Reader, status: Over, after: number, limit: number) {
  return reader
    .selectFrom('deliveries')
    .select(['id', 'created_at', 'finished_at'])
    .where('status', '=', sql.lit(status))
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Removes those of these that are still over, with their attempts; answers how many. */
export async function removeFinished(
  trx: Trx,
  status: Over,
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

/** Some attempts that were made before a time, the first ones first. */
export function listOldAttempts(reader: Reader, before: Micros, limit: number) {
  return reader
    .selectFrom('delivery_attempts')
    .select(['delivery_id', 'number', 'at'])
    .where('at', '<', before)
    .orderBy('at')
    .limit(limit)
    .execute()
}

/** Removes what these deliveries have had of attempts before a time. */
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

/** Removes all that these queues have had to deliver and that is over. */
export async function removeQueues(trx: Trx, queueKeys: readonly string[]): Promise<void> {
  for (const some of inChunks(queueKeys)) {
    await trx.deleteFrom('deliveries').where('lane', 'in', some).where('status', '<>', 'pending').execute()
  }
}
