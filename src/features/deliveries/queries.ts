import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Micros } from '../../platform/clock.ts'
import type { Reader, Trx } from '../../platform/db/db.ts'
import type { Schema } from '../../platform/db/schema.ts'
import type { Delivery, DeliveryKind } from './delivery.ts'

// Spelled out in the statement, for a partial index does not serve a parameter.
const PENDING = sql.lit<'pending'>('pending')
const FAILED = sql.lit<'failed'>('failed')

export type DeliveryRow = Selectable<Schema['deliveries']>

/** What shares one receiver. */
export interface Target {
  kind: DeliveryKind
  brand_id: number
}

export function toDelivery(row: DeliveryRow): Delivery {
  return {
    id: row.id,
    kind: row.kind,
    event: row.event,
    brandId: row.brand_id,
    subjectId: row.subject_id,
    lane: row.lane,
    messageId: row.message_id,
    createdAt: row.created_at,
  }
}

/** Inserts all of them in one statement. */
export function insertDeliveries(trx: Trx, rows: Insertable<Schema['deliveries']>[]): Promise<DeliveryRow[]> {
  return trx.insertInto('deliveries').values(rows).returningAll().execute()
}

/** Deliveries of these kinds that are due by `before`, the earliest first, without those to the targets left out. */
export function findDue(
  reader: Reader,
  search: { kinds: readonly DeliveryKind[]; leftOut: readonly Target[]; before: Micros; limit: number },
) {
  let query = reader
    .selectFrom('deliveries')
    .select(['lane', 'kind', 'brand_id', 'next_attempt_at'])
    .where('status', '=', PENDING)
    .where('kind', 'in', search.kinds)
    .where('next_attempt_at', '<=', search.before)
  for (const { kind, brand_id } of search.leftOut) {
    query = query.where((eb) => eb.or([eb('kind', '<>', kind), eb('brand_id', '<>', brand_id)]))
  }
  return query.orderBy('next_attempt_at').limit(search.limit).execute()
}

/** What is pending in these lanes, the oldest first. */
export function findPending(reader: Reader, lanes: readonly string[]): Promise<DeliveryRow[]> {
  return reader
    .selectFrom('deliveries')
    .selectAll()
    .where('lane', 'in', lanes)
    .where('status', '=', PENDING)
    .orderBy('id')
    .execute()
}

export function findNewest(reader: Reader, lane: string): Promise<DeliveryRow | undefined> {
  return reader
    .selectFrom('deliveries')
    .selectAll()
    .where('lane', '=', lane)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export function getDelivery(reader: Reader, id: number): Promise<DeliveryRow> {
  return reader.selectFrom('deliveries').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** Leases them under one token; until the lease ends they are not due. A delivery that was over is open again. */
export async function lease(trx: Trx, ids: readonly number[], token: string, until: Micros): Promise<void> {
  await trx
    .updateTable('deliveries')
    .set({
      status: 'pending',
      lease_token: token,
      lease_until: until,
      next_attempt_at: until,
      finished_at: null,
    })
    .where('id', 'in', ids)
    .execute()
}

/** Moves a lease's end; its token stays. */
export async function extendLease(trx: Trx, id: number, until: Micros): Promise<void> {
  await trx
    .updateTable('deliveries')
    .set({ lease_until: until, next_attempt_at: until })
    .where('id', '=', id)
    .execute()
}

/** Ends a lease and records what came of it. False when the lease was no longer ours. */
export async function endLease(
  trx: Trx,
  id: number,
  token: string,
  change: Updateable<Schema['deliveries']>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('deliveries')
    .set({ ...change, lease_token: null, lease_until: null })
    .where('id', '=', id)
    .where('lease_token', '=', token)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

/** Nothing else of the lane that `first` is in is due before `until`. */
export async function holdBack(trx: Trx, first: { id: number; lane: string }, until: Micros): Promise<void> {
  await trx
    .updateTable('deliveries')
    .set({ next_attempt_at: until })
    .where('lane', '=', first.lane)
    .where('status', '=', PENDING)
    .where('id', '<>', first.id)
    .where('next_attempt_at', '<', until)
    .execute()
}

/** The lane's oldest pending delivery is due, unless it is being sent. */
export async function releaseNext(trx: Trx, lane: string, now: Micros): Promise<void> {
  await trx
    .updateTable('deliveries')
    .set({ next_attempt_at: now })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('deliveries')
        .select((inner) => inner.fn.min('id').as('id'))
        .where('lane', '=', lane)
        .where('status', '=', PENDING),
    )
    .where('lease_token', 'is', null)
    .execute()
}

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
