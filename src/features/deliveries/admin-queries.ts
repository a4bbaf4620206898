import { sql } from 'kysely'
import type { Micros } from '../../platform/clock.ts'
import type { Reader, Trx } from '../../platform/db/db.ts'
import type { DeliveryRow } from './queries.ts'

const FAILED = sql.lit<'failed'>('failed')

/** Newest first; `before` is the id to go on from. */
export function listDeliveries(
  reader: Reader,
  { failed, before, limit }: { failed: boolean; before?: number | undefined; limit: number },
): Promise<DeliveryRow[]> {
  let query = reader.selectFrom('deliveries').selectAll()
  if (failed) query = query.where('status', '=', FAILED)
  if (before !== undefined) query = query.where('id', '<', before)
  return query.orderBy('id', 'desc').limit(limit).execute()
}

/** Failed deliveries with an id above `after`, the oldest first. */
export async function findFailedIds(reader: Reader, after: number, limit: number): Promise<number[]> {
  const rows = await reader
    .selectFrom('deliveries')
    .select('id')
    .where('status', '=', FAILED)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

/** Puts those that are not delivered, and that nobody is sending, at the start of their schedule; answers them. */
export function requeue(trx: Trx, ids: readonly number[], now: Micros): Promise<DeliveryRow[]> {
  return trx
    .updateTable('deliveries')
    .set({ status: 'pending', step: 0, next_attempt_at: now, finished_at: null })
    .where('id', 'in', ids)
    .where('status', '<>', 'delivered')
    .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', now)]))
    .returningAll()
    .execute()
}

/** How many wait for their next attempt, and how many failed for good. */
export async function countOpen(reader: Reader): Promise<Record<'pending' | 'failed', number>> {
  const { pending, failed } = await reader
    .selectNoFrom((eb) => {
      const count = (status: 'pending' | 'failed') =>
        eb
          .selectFrom('deliveries')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('status', '=', sql.lit(status))
      return [count('pending').as('pending'), count('failed').as('failed')]
    })
    .executeTakeFirstOrThrow()
  return { pending: Number(pending), failed: Number(failed) }
}
