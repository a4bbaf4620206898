import { type Selectable, sql } from 'kysely'
import type { Micros } from '../../../platform/clock.ts'
import { bulkInsert } from '../../../platform/db/bulk-insert.ts'
import { compiledQuery } from '../../../platform/db/compiled-query.ts'
import type { Reader, Trx } from '../../../platform/db/db.ts'
import {
  jsonNumber,
  jsonRows,
  jsonText,
  matchedByJsonRows,
  toJsonList,
} from '../../../platform/db/json-rows.ts'
import type { Schema } from '../../../platform/db/schema.ts'
import type { Delivery } from '../delivery.ts'

// A literal: the partial index is not used for a parameter.
export const PENDING = sql.lit<'pending'>('pending')

/**
 * Within a queue, pending is written as "neither of these". Otherwise PostgreSQL, which expects few pending rows, would
 * scan the index of due deliveries instead of the index of queues.
 */
const FINISHED = [sql.lit<'delivered'>('delivered'), sql.lit<'failed'>('failed')]

export type DeliveryRow = Selectable<Schema['deliveries']>

/** Deliveries that name no receiver share the one of their kind and brand. */
export interface Receiver {
  kind: string
  brand_id: number
  receiver?: string | null
}

/** The key of a delivery's receiver, as `receiverKey` returns it. */
export const RECEIVER = sql<string>`coalesce(deliveries.receiver, deliveries.kind || ':' || deliveries.brand_id)`

export function toDelivery(row: NewRow & { id: number }): Delivery {
  return {
    id: row.id,
    kind: row.kind,
    event: row.event,
    brandId: row.brand_id,
    subjectId: row.subject_id,
    queueKey: row.lane,
    receiver: row.receiver,
    messageId: row.message_id,
    createdAt: row.created_at,
  }
}

/** A new row of the outbox, with or without a lease. */
export type NewRow = Pick<
  DeliveryRow,
  | 'kind'
  | 'event'
  | 'brand_id'
  | 'subject_id'
  | 'lane'
  | 'message_id'
  | 'next_attempt_at'
  | 'lease_until'
  | 'lease_token'
  | 'created_at'
  | 'receiver'
>

const inserting = bulkInsert(
  'deliveries',
  {
    kind: 'text',
    event: 'text',
    brand_id: 'number',
    subject_id: 'number',
    lane: 'text',
    message_id: 'text',
    status: 'text',
    next_attempt_at: 'number',
    lease_until: 'number',
    lease_token: 'text',
    created_at: 'number',
    receiver: 'text',
  },
  ['id', 'message_id'],
)

/** Inserts deliveries. Returns their ids by message id. */
export async function insertDeliveries(trx: Trx, rows: readonly NewRow[]): Promise<Map<string, number>> {
  const inserted = await inserting(
    trx,
    rows.map((row) => ({ ...row, status: 'pending' as const })),
  )
  return new Map(inserted.map(({ id, message_id }) => [message_id, id]))
}

type Due = {
  kinds: readonly string[]
  /** Keys of receivers to leave out. */
  excluded: readonly string[]
  before: Micros
}

const due = compiledQuery((reader, { kinds, excluded, before }: Due, fixed: { limit: number }) => {
  let query = reader
    .selectFrom('deliveries')
    .select(['lane', 'kind', 'brand_id', 'receiver', 'next_attempt_at'])
    .where('status', '=', PENDING)
    .where('kind', 'in', kinds)
    .where('next_attempt_at', '<=', before)
  if (excluded.length > 0) query = query.where(RECEIVER, 'not in', excluded)
  return query.orderBy('next_attempt_at').limit(sql.lit(fixed.limit))
})

/** Returns deliveries that are due by `before`, the earliest first. */
export function findDue(reader: Reader, search: Due, limit: number) {
  return due(reader, search, { limit })
}

/** Joins queues from JSON with their pending deliveries. */
export const PENDING_IN_QUEUE = sql`lane = ${jsonText(0)} and status not in (${sql.join(FINISHED)})`

const pendingIn = compiledQuery((reader, { queueKeys }: { queueKeys: string }) =>
  reader
    .selectFrom(matchedByJsonRows(reader, queueKeys, 'deliveries', PENDING_IN_QUEUE))
    .selectAll()
    .orderBy('id'),
)

/** Returns the pending deliveries of these queues, the oldest first. */
export function findPending(reader: Reader, queueKeys: readonly string[]): Promise<DeliveryRow[]> {
  return pendingIn(reader, { queueKeys: toJsonList(queueKeys) })
}

const pendingQueues = compiledQuery((reader, { queueKeys }: { queueKeys: string }) =>
  reader.selectFrom(matchedByJsonRows(reader, queueKeys, 'deliveries', PENDING_IN_QUEUE)).select('lane'),
)

/** Returns those of the queues that have a pending delivery. */
export async function findPendingQueues(reader: Reader, queueKeys: readonly string[]): Promise<Set<string>> {
  const rows = await pendingQueues(reader, { queueKeys: toJsonList(queueKeys) })
  return new Set(rows.map(({ lane }) => lane))
}

export function findNewestFailed(reader: Reader, lane: string): Promise<DeliveryRow | undefined> {
  return reader
    .selectFrom('deliveries')
    .selectAll()
    .where('lane', '=', lane)
    .where('status', '=', 'failed')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

const leasing = compiledQuery(
  (reader, { ids, token, until }: { ids: string; token: string; until: Micros }) =>
    reader
      .updateTable('deliveries')
      .set({
        status: 'pending',
        lease_token: token,
        lease_until: until,
        next_attempt_at: until,
        finished_at: null,
      })
      .where('id', 'in', (eb) => eb.selectFrom(jsonRows(reader, ids)).select(jsonNumber(0).as('id')))
      .returning('id'),
)

/**
 * Leases deliveries under one token. They are pending, but not due before the lease ends. Returns the ids of those that
 * exist: finished ones may have been removed.
 */
export async function lease(
  trx: Trx,
  ids: readonly number[],
  token: string,
  until: Micros,
): Promise<Set<number>> {
  const rows = await leasing(trx, { ids: toJsonList(ids), token, until })
  return new Set(rows.map(({ id }) => id))
}

/** Changes the end of a lease. */
export async function extendLease(trx: Trx, id: number, until: Micros): Promise<void> {
  await trx
    .updateTable('deliveries')
    .set({ lease_until: until, next_attempt_at: until })
    .where('id', '=', id)
    .execute()
}

/** Ends a lease without an attempt. The delivery is due at `dueAt`. */
export async function releaseLease(trx: Trx, id: number, token: string, dueAt: Micros): Promise<void> {
  await trx
    .updateTable('deliveries')
    .set({ next_attempt_at: dueAt, lease_token: null, lease_until: null })
    .where('id', '=', id)
    .where('lease_token', '=', token)
    .execute()
}

/** Makes the other deliveries in the queue of `first` not due before `until`. */
export async function defer(trx: Trx, first: { id: number; lane: string }, until: Micros): Promise<void> {
  await trx
    .updateTable('deliveries')
    .set({ next_attempt_at: until })
    .where('lane', '=', first.lane)
    .where('status', 'not in', FINISHED)
    .where('id', '<>', first.id)
    .where('next_attempt_at', '<', until)
    .execute()
}
