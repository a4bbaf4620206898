import type { Selectable } from 'kysely'
import type { Micros } from '../../../platform/clock.ts'
import { bulkInsert } from '../../../platform/db/bulk-insert.ts'
import { compiledQuery } from '../../../platform/db/compiled-query.ts'
import type { Trx } from '../../../platform/db/db.ts'
import {
  jsonFlag,
  jsonNumber,
  jsonRows,
  jsonText,
  matchedByJsonRows,
  toJsonList,
  toJsonRows,
} from '../../../platform/db/json-rows.ts'
import type { Schema } from '../../../platform/db/schema.ts'
import type { DeliveryStatus } from '../delivery.ts'
import { PENDING_IN_QUEUE } from './queue-queries.ts'

export type AttemptRow = Selectable<Schema['delivery_attempts']>

/** How a lease ends. */
export interface LeaseEnd {
  id: number
  token: string
  status: DeliveryStatus
  step: number
  attempts: number
  attemptedAt: Micros
  error: string | null
  dueAt: Micros
  finishedAt: Micros | null
  sandbox: boolean
}

const ending = compiledQuery((reader, { ends }: { ends: string }) =>
  reader
    .updateTable('deliveries')
    .from(jsonRows(reader, ends))
    .set({
      lease_token: null,
      lease_until: null,
      status: jsonText(2).$castTo<DeliveryStatus>(),
      step: jsonNumber(3),
      attempts: jsonNumber(4),
      last_attempt_at: jsonNumber(5),
      last_error: jsonText(6),
      next_attempt_at: jsonNumber(7),
      finished_at: jsonNumber(8),
      sandbox: jsonFlag(9),
    })
    .where('deliveries.id', '=', jsonNumber(0))
    .where('deliveries.lease_token', '=', jsonText(1))
    .returning('deliveries.id'),
)

/** Ends the leases whose tokens still match. Returns their ids. */
export async function endLeases(trx: Trx, ends: readonly LeaseEnd[]): Promise<Set<number>> {
  const rows = await ending(trx, {
    ends: toJsonRows(
      ends.map((end) => [
        end.id,
        end.token,
        end.status,
        end.step,
        end.attempts,
        end.attemptedAt,
        end.error,
        end.dueAt,
        end.finishedAt,
        Number(end.sandbox),
      ]),
    ),
  })
  return new Set(rows.map(({ id }) => id))
}

export const insertAttempts = bulkInsert(
  'delivery_attempts',
  {
    delivery_id: 'number',
    number: 'number',
    at: 'number',
    duration_ms: 'number',
    status: 'number',
    error: 'text',
    final: 'flag',
    answer: 'text',
    worker: 'text',
    request: 'text',
  },
  [],
)

const makingNextDue = compiledQuery((reader, { queueKeys, now }: { queueKeys: string; now: Micros }) =>
  reader
    .updateTable('deliveries')
    .set({ next_attempt_at: now })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom(matchedByJsonRows(reader, queueKeys, 'deliveries', PENDING_IN_QUEUE))
        .select((inner) => inner.fn.min('id').as('id'))
        .groupBy('lane'),
    )
    .where('lease_token', 'is', null),
)

/** Makes the oldest pending delivery of each queue due, unless it is being sent. */
export async function makeNextDue(trx: Trx, queueKeys: readonly string[], now: Micros): Promise<void> {
  await makingNextDue(trx, { queueKeys: toJsonList(queueKeys), now })
}
