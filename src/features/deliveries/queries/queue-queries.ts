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
import type { Delivery, DeliveryKind } from '../delivery.ts'

// Spelled out in the statement, for a partial index does not serve a parameter.
export const PENDING = sql.lit<'pending'>('pending')

/**
 * What is pending in a queue is said to be none of these: PostgreSQL, which takes little of the table for pending, would
 * otherwise look for a queue among all that is, by the index of what is due, instead of by the index of queues.
 */
const OVER = [sql.lit<'delivered'>('delivered'), sql.lit<'failed'>('failed')]

export type DeliveryRow = Selectable<Schema['deliveries']>

/** What shares one receiver. */
export interface Receiver {
  kind: DeliveryKind
  brand_id: number
}

/** What shares a receiver, by its name; `targetKey` elsewhere. */
export const RECEIVER = sql<string>`case deliveries.kind when 'dealer_mail' then deliveries.kind
  else deliveries.kind || ':' || deliveries.brand_id end`

export function toDelivery(row: NewRow & { id: number }): Delivery {
  return {
    id: row.id,
    kind: row.kind,
    event: row.event,
    brandId: row.brand_id,
    subjectId: row.subject_id,
    queueKey: row.lane,
    messageId: row.message_id,
    createdAt: row.created_at,
  }
}

/** A delivery as it enters the outbox, under a lease or not. */
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
  },
  ['id', 'message_id'],
)

/** Inserts all of them; answers their ids by message id. */
export async function insertDeliveries(trx: Trx, rows: readonly NewRow[]): Promise<Map<string, number>> {
  const inserted = await inserting(
    trx,
    rows.map((row) => ({ ...row, status: 'pending' as const })),
  )
  return new Map(inserted.map(({ id, message_id }) => [message_id, id]))
}

type Due = {
  kinds: readonly DeliveryKind[]
  /** Receivers left out, by name. */
  leftOut: readonly string[]
  before: Micros
}

const due = compiledQuery((reader, { kinds, leftOut, before }: Due, fixed: { limit: number }) => {
  let query = reader
    .selectFrom('deliveries')
    .select(['lane', 'kind', 'brand_id', 'next_attempt_at'])
    .where('status', '=', PENDING)
    .where('kind', 'in', kinds)
    .where('next_attempt_at', '<=', before)
  if (leftOut.length > 0) query = query.where(RECEIVER, 'not in', leftOut)
  return query.orderBy('next_attempt_at').limit(sql.lit(fixed.limit))
})

/** Deliveries of these kinds that are due by `before`, the earliest first, without those to receivers left out. */
export function findDue(reader: Reader, search: Due, limit: number) {
  return due(reader, search, { limit })
}

/** Beside given queues. */
export const PENDING_IN_QUEUE = sql`lane = ${jsonText(0)} and status not in (${sql.join(OVER)})`

const pendingIn = compiledQuery((reader, { queueKeys }: { queueKeys: string }) =>
  reader
    .selectFrom(matchedByJsonRows(reader, queueKeys, 'deliveries', PENDING_IN_QUEUE))
    .selectAll()
    .orderBy('id'),
)

/** What is pending in these queues, the oldest first. */
export function findPending(reader: Reader, queueKeys: readonly string[]): Promise<DeliveryRow[]> {
  return pendingIn(reader, { queueKeys: toJsonList(queueKeys) })
}

const pendingLanes = compiledQuery((reader, { queueKeys }: { queueKeys: string }) =>
  reader.selectFrom(matchedByJsonRows(reader, queueKeys, 'deliveries', PENDING_IN_QUEUE)).select('lane'),
)

/** Those of the queues in which something is pending. */
export async function findPendingQueues(reader: Reader, queueKeys: readonly string[]): Promise<Set<string>> {
  const rows = await pendingLanes(reader, { queueKeys: toJsonList(queueKeys) })
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
 * Leases them under one token; until the lease ends they are not due. A delivery that was over is open again. Answers the
 * ids of those that are still there: what is over may be removed at any time.
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

/** Moves a lease's end; its token stays. */
export async function extendLease(trx: Trx, id: number, until: Micros): Promise<void> {
  await trx
    .updateTable('deliveries')
    .set({ lease_until: until, next_attempt_at: until })
    .where('id', '=', id)
    .execute()
}

/** Ends a lease as if it had not been; due again at `dueAt`. */
export async function releaseLease(trx: Trx, id: number, token: string, dueAt: Micros): Promise<void> {
  await trx
    .updateTable('deliveries')
    .set({ next_attempt_at: dueAt, lease_token: null, lease_until: null })
    .where('id', '=', id)
    .where('lease_token', '=', token)
    .execute()
}

/** Nothing else of the queue that `first` is in is due before `until`. */
export async function defer(trx: Trx, first: { id: number; lane: string }, until: Micros): Promise<void> {
  await trx
    .updateTable('deliveries')
    .set({ next_attempt_at: until })
    .where('lane', '=', first.lane)
    .where('status', 'not in', OVER)
    .where('id', '<>', first.id)
    .where('next_attempt_at', '<', until)
    .execute()
}
