import type { Selectable } from 'kysely'
import type { Micros } from '../../platform/clock.ts'
import type { Trx } from '../../platform/db/db.ts'
import {
  foundByGiven,
  givenNumber,
  givenRows,
  givenText,
  toGiven,
  toGivenList,
} from '../../platform/db/given-rows.ts'
import { prepared } from '../../platform/db/prepared.ts'
import { rowInserter } from '../../platform/db/row-inserter.ts'
import type { Schema } from '../../platform/db/schema.ts'
import type { DeliveryStatus } from './delivery.ts'
import { PENDING_IN_LANE } from './queries.ts'

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
}

const ending = prepared((reader, { ends }: { ends: string }) =>
  reader
    .updateTable('deliveries')
    .from(givenRows(reader, ends))
    .set({
      lease_token: null,
      lease_until: null,
      status: givenText(2).$castTo<DeliveryStatus>(),
      step: givenNumber(3),
      attempts: givenNumber(4),
      last_attempt_at: givenNumber(5),
      last_error: givenText(6),
      next_attempt_at: givenNumber(7),
      finished_at: givenNumber(8),
    })
    .where('deliveries.id', '=', givenNumber(0))
    .where('deliveries.lease_token', '=', givenText(1))
    .returning('deliveries.id'),
)

/** Ends these leases, those that still are what their token says. Answers the ids of those. */
export async function endLeases(trx: Trx, ends: readonly LeaseEnd[]): Promise<Set<number>> {
  const rows = await ending(trx, {
    ends: toGiven(
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
      ]),
    ),
  })
  return new Set(rows.map(({ id }) => id))
}

export const insertAttempts = rowInserter(
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
  },
  [],
)

const releasing = prepared((reader, { lanes, now }: { lanes: string; now: Micros }) =>
  reader
    .updateTable('deliveries')
    .set({ next_attempt_at: now })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom(foundByGiven(reader, lanes, 'deliveries', PENDING_IN_LANE))
        .select((inner) => inner.fn.min('id').as('id'))
        .groupBy('lane'),
    )
    .where('lease_token', 'is', null),
)

/** The oldest pending delivery of each lane is due, unless it is being sent. */
export async function releaseNext(trx: Trx, lanes: readonly string[], now: Micros): Promise<void> {
  await releasing(trx, { lanes: toGivenList(lanes), now })
}
