import { sql } from 'kysely'
import type { Reader } from '../../../platform/db/db.ts'
import { jsonText, matchedByJsonRows, toJsonList } from '../../../platform/db/json-rows.ts'
import type { AttemptRow } from './attempt-queries.ts'
import type { DeliveryRow } from './queue-queries.ts'

/** Returns all deliveries of these queues, the oldest first. */
export function findInQueues(reader: Reader, queueKeys: readonly string[]): Promise<DeliveryRow[]> {
  const given = toJsonList(queueKeys)
  return reader
    .selectFrom(matchedByJsonRows(reader, given, 'deliveries', sql`lane = ${jsonText(0)}`))
    .selectAll()
    .orderBy('id')
    .execute()
}

/** Returns the attempts of these deliveries, in order. */
export function findAttempts(reader: Reader, deliveryIds: readonly number[]): Promise<AttemptRow[]> {
  return reader
    .selectFrom('delivery_attempts')
    .selectAll()
    .where('delivery_id', 'in', deliveryIds)
    .orderBy('delivery_id')
    .orderBy('number')
    .execute()
}
