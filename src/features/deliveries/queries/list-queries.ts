import { type SelectQueryBuilder, sql } from 'kysely'
import type { Micros } from '../../../platform/clock.ts'
import { countRows } from '../../../platform/db/count-rows.ts'
import type { Reader, Trx } from '../../../platform/db/db.ts'
import type { Schema } from '../../../platform/db/schema.ts'
import type { DeliveryStatus } from '../delivery.ts'
import type { DeliveryRow } from './queue-queries.ts'

export type { DeliveryRow } from './queue-queries.ts'

/** A delivery with the slug of its brand. */
export type ListedRow = DeliveryRow & { brand: string }

/** Which deliveries are wanted. Omitted conditions match all. */
export interface Conditions {
  ids?: readonly number[] | undefined
  brandIds?: readonly number[] | undefined
  status?: DeliveryStatus | undefined
  kinds?: readonly string[] | undefined
  /** In one of these queues. */
  queueKeys?: readonly string[] | undefined
  queueKey?: string | undefined
  event?: string | undefined
  /** Events for this endpoint. */
  endpointId?: number | undefined
  /** Created at this time or later. */
  since?: Micros | undefined
  /** Created before this time. */
  until?: Micros | undefined
}

type Query<O> = SelectQueryBuilder<Schema, 'deliveries', O>

function selectListed(reader: Reader): Query<ListedRow> {
  return reader
    .selectFrom('deliveries')
    .selectAll('deliveries')
    .select((eb) =>
      eb
        .selectFrom('brands')
        .select('slug')
        .whereRef('brands.id', '=', 'deliveries.brand_id')
        .$asScalar()
        .$notNull()
        .as('brand'),
    )
}

/** Adds the conditions to a query. */
export function matching<O>(query: Query<O>, conditions: Conditions): Query<O> {
  const { ids, brandIds, status, kinds, queueKeys, queueKey, event, endpointId, since, until } = conditions
  if (ids) query = query.where('id', 'in', ids)
  if (brandIds)
    query = query.where((eb) => (brandIds.length ? eb('brand_id', 'in', brandIds) : eb.lit(false)))
  // A literal: the partial index is not used for a parameter.
  if (status !== undefined) query = query.where('status', '=', sql.lit(status))
  if (kinds) query = query.where('kind', 'in', kinds)
  if (queueKeys) query = query.where('lane', 'in', queueKeys)
  if (queueKey !== undefined) query = query.where('lane', '=', queueKey)
  if (event !== undefined) query = query.where('event', '=', event)
  // A literal here too.
  if (endpointId !== undefined)
    query = query.where('kind', '=', sql.lit('event')).where('receiver', '=', `event:${endpointId}`)
  if (since !== undefined) query = query.where('created_at', '>=', since)
  if (until !== undefined) query = query.where('created_at', '<', until)
  return query
}

/** Returns a page, newest first: the deliveries with an id below `before`. */
export function listDeliveries(
  reader: Reader,
  conditions: Conditions,
  { before, limit, offset = 0 }: { before?: number | undefined; limit: number; offset?: number },
): Promise<ListedRow[]> {
  let query = matching(selectListed(reader), conditions)
  if (before !== undefined) query = query.where('id', '<', before)
  return query.orderBy('id', 'desc').limit(limit).offset(offset).execute()
}

export function findDelivery(reader: Reader, id: number): Promise<ListedRow | undefined> {
  return selectListed(reader).where('id', '=', id).executeTakeFirst()
}

/** Returns the deliveries with these ids, in order. */
export function findRows(reader: Reader, ids: readonly number[]): Promise<ListedRow[]> {
  return matching(selectListed(reader), { ids }).orderBy('id').execute()
}

/** Returns the number of matching deliveries, counted up to `most`. */
export async function countDeliveries(
  reader: Reader,
  conditions: Conditions,
  most = Number.MAX_SAFE_INTEGER,
): Promise<number> {
  const matches = matching(reader.selectFrom('deliveries').select('id'), conditions).limit(most)
  return countRows(reader, matches)
}

/** Returns the ids of all matching deliveries, in order. */
export async function findIds(reader: Reader, conditions: Conditions): Promise<number[]> {
  const query = matching(reader.selectFrom('deliveries').select('id'), conditions)
  const rows = await query.orderBy('id').execute()
  return rows.map((row) => row.id)
}

/** Returns the keys of the queues that these deliveries are in. */
export async function findQueueKeys(reader: Reader, ids: readonly number[]): Promise<string[]> {
  const rows = await reader
    .selectFrom('deliveries')
    .select('lane')
    .distinct()
    .where('id', 'in', ids)
    .execute()
  return rows.map((row) => row.lane)
}

/**
 * Puts deliveries at the start of their schedule and returns them. Skips those that are delivered or being sent, and
 * with `status` those that do not have it.
 */
export function requeue(
  trx: Trx,
  ids: readonly number[],
  now: Micros,
  status?: 'failed',
): Promise<DeliveryRow[]> {
  return trx
    .updateTable('deliveries')
    .set({ status: 'pending', step: 0, next_attempt_at: now, finished_at: null })
    .where('id', 'in', ids)
    .where('status', 'in', status ? [status] : ['pending', 'failed'])
    .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', now)]))
    .returningAll()
    .execute()
}
