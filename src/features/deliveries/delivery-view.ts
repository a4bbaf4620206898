import { toIsoMicros } from '../../platform/clock.ts'
import type { CapturedMessage } from '../../platform/outgoing/sandbox.ts'
import type { AttemptRow } from './queries/attempt-queries.ts'
import type { ListedRow } from './queries/list-queries.ts'

export type DeliveryView = ReturnType<typeof viewDelivery>
export type DeliveryWithAttempts = ReturnType<typeof viewWithAttempts>

/** Returns a delivery as lists show it. */
export function viewDelivery(row: ListedRow) {
  return {
    id: row.id,
    kind: row.kind,
    event: row.event,
    brand_id: row.brand_id,
    brand: row.brand,
    subject_id: row.subject_id,
    lane: row.lane,
    message_id: row.message_id,
    status: row.status,
    sandbox: Boolean(row.sandbox),
    attempts: row.attempts,
    error: row.last_error,
    created_at: toIsoMicros(row.created_at),
    last_attempt: row.last_attempt_at === null ? null : toIsoMicros(row.last_attempt_at),
    next_attempt: row.status === 'pending' ? toIsoMicros(row.next_attempt_at) : null,
  }
}

/** Returns a delivery with all its attempts. */
export function viewWithAttempts(delivery: ListedRow, attempts: readonly AttemptRow[]) {
  const { attempts: count, ...shown } = viewDelivery(delivery)
  return {
    ...shown,
    attempts_made: count,
    attempts: attempts.map(({ delivery_id: _, at, request, ...attempt }) => ({
      at: toIsoMicros(at),
      ...attempt,
      final: Boolean(attempt.final),
      // Shown where there is one: only sandboxes have any.
      ...(request === null ? {} : { request: JSON.parse(request) as CapturedMessage }),
    })),
  }
}
