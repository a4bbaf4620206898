import { toIsoMicros } from '../../../platform/clock.ts'
import type { Reader } from '../../../platform/db/db.ts'
import { findAttempts, findInQueues } from '../queries/queue-key-queries.ts'

/** Returns all deliveries of these queues with their attempts, the oldest first. */
export async function listQueue(reader: Reader, queueKeys: readonly string[]) {
  const rows = await findInQueues(reader, queueKeys)
  if (rows.length === 0) return []
  const attempts = await findAttempts(
    reader,
    rows.map(({ id }) => id),
  )
  const byDelivery = Map.groupBy(attempts, (attempt) => attempt.delivery_id)
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    status: row.status,
    created_at: toIsoMicros(row.created_at),
    next_attempt: row.status === 'pending' ? toIsoMicros(row.next_attempt_at) : null,
    attempts: (byDelivery.get(row.id) ?? []).map((attempt) => ({
      number: attempt.number,
      at: toIsoMicros(attempt.at),
      duration_ms: attempt.duration_ms,
      status: attempt.status,
      error: attempt.error,
    })),
  }))
}
