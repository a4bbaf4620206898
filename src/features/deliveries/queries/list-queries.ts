import { type SelectQueryBuilder, sql } from 'kysely'
import type { Micros } from '../../../platform/clock.ts'
import type { Reader, Trx } from '../../../platform/db/db.ts'
import type { Schema } from '../../../platform/db/schema.ts'
import type { DeliveryKind, DeliveryStatus } from '../delivery.ts'
import type { DeliveryRow } from './queue-queries.ts'

/** Which deliveries are meant; what is absent does not matter. */
export interface DeliveryFilter {
  status?: DeliveryStatus | undefined
  kind?: DeliveryKind | undefined
  brandId?: number | undefined
  queueKey?: string | undefined
  event?: string | undefined
  /** Made at this time or later. */
  since?: Micros | undefined
}

type Query<O> = SelectQueryBuilder<Schema, 'deliveries', O>

function matching<O>(query: Query<O>, filter: DeliveryFilter): Query<O> {
  const { status, kind, brandId, queueKey, event, since } = filter
  // In so many words, for a partial index does not serve a parameter.
  if (status !== undefined) query = query.where('status', '=', sql.lit(status))
  if (kind !== undefined) query = query.where('kind', '=', kind)
  if (brandId !== undefined) query = query.where('brand_id', '=', brandId)
  if (queueKey !== undefined) query = query.where('lane', '=', queueKey)
  if (event !== undefined) query = query.where('event', '=', event)
  if (since !== undefined) query = query.where('created_at', '>=', since)
  return query
}

/** Newest first; `before` is the id to go on from. */
export function listDeliveries(
  reader: Reader,
  filter: DeliveryFilter,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<DeliveryRow[]> {
  let query = matching(reader.selectFrom('deliveries').selectAll(), filter)
  if (before !== undefined) query = query.where('id', '<', before)
  return query.orderBy('id', 'desc').limit(limit).execute()
}

export function findDelivery(reader: Reader, id: number): Promise<DeliveryRow | undefined> {
  return reader.selectFrom('deliveries').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function countDeliveries(reader: Reader, filter: DeliveryFilter): Promise<number> {
  const query = reader.selectFrom('deliveries').select(({ fn }) => fn.countAll<number>().as('count'))
  const { count } = await matching(query, filter).executeTakeFirstOrThrow()
  return count
}

/** Ids above `after`, the lowest first. */
export async function findIds(
  reader: Reader,
  filter: DeliveryFilter,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const query = matching(reader.selectFrom('deliveries').select('id'), filter)
  const rows = await query.where('id', '>', after).orderBy('id').limit(limit).execute()
  return rows.map((row) => row.id)
}

/** The queues that these are in. */
export async function findQueueKeys(reader: Reader, ids: readonly number[]): Promise<string[]> {
  const rows = await reader
    .selectFrom('deliveries')
    .select('lane')
    .distinct()
    .where('id', 'in', ids)
    .execute()
  return rows.map((row) => row.lane)
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
