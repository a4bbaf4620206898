import { inChunks, readInChunks } from '../../../platform/db/chunks.ts'
import type { Reader, Trx } from '../../../platform/db/db.ts'
import { mayMention, type PersonMatcher } from '../../../platform/person-matcher.ts'
import type { AttemptRow } from './attempt-queries.ts'
import type { DeliveryRow } from './queue-queries.ts'

export function findInDeliveries(reader: Reader, mention: PersonMatcher): Promise<DeliveryRow[]> {
  return reader
    .selectFrom('deliveries')
    .selectAll()
    .where(mayMention(['last_error'], mention))
    .execute()
}

export function findInAttempts(reader: Reader, mention: PersonMatcher): Promise<AttemptRow[]> {
  return reader
    .selectFrom('delivery_attempts')
    .selectAll()
    .where(mayMention(['error', 'answer', 'request'], mention))
    .execute()
}

/** Returns the brand of each of these deliveries. */
export async function brandsOfDeliveries(
  reader: Reader,
  ids: readonly number[],
): Promise<Map<number, number>> {
  const brands = new Map<number, number>()
  for (const some of inChunks(ids)) {
    const rows = await reader
      .selectFrom('deliveries')
      .select(['id', 'brand_id'])
      .where('id', 'in', some)
      .execute()
    for (const { id, brand_id } of rows) brands.set(id, brand_id)
  }
  return brands
}

/** Returns the deliveries of these events. */
export function findOfEvents(reader: Reader, eventIds: readonly number[]): Promise<DeliveryRow[]> {
  return readInChunks(eventIds, (some) =>
    reader
      .selectFrom('deliveries')
      .selectAll()
      .where('kind', '=', 'event')
      .where('subject_id', 'in', some)
      .execute(),
  )
}

export async function removeDeliveries(trx: Trx, ids: readonly number[]): Promise<void> {
  for (const some of inChunks(ids)) await trx.deleteFrom('deliveries').where('id', 'in', some).execute()
}

/** Removes the receivers' answers and a sandbox's messages from the attempts of these deliveries. */
export async function forgetAnswers(trx: Trx, ids: readonly number[]): Promise<void> {
  for (const some of inChunks(ids)) {
    await trx
      .updateTable('delivery_attempts')
      .set({ answer: null, request: null })
      .where('delivery_id', 'in', some)
      .execute()
  }
}

/**
 * Invalidates the tokens of running leases: their attempts cannot be recorded, and nobody else sends until they end.
 */
export async function disownAttempts(trx: Trx, ids: readonly number[]): Promise<void> {
  for (const some of inChunks(ids)) {
    await trx
      .updateTable('deliveries')
      .set({ lease_token: 'disowned' })
      .where('id', 'in', some)
      .where('lease_token', 'is not', null)
      .execute()
  }
}

/** Replaces a delivery's error, unless it has changed since. */
export async function changeError(
  trx: Trx,
  { id, last_error }: Pick<DeliveryRow, 'id' | 'last_error'>,
  changed: string | null,
): Promise<void> {
  await trx
    .updateTable('deliveries')
    .set({ last_error: changed })
    .where('id', '=', id)
    .where('last_error', '=', last_error)
    .execute()
}

export async function changeAttempt(
  trx: Trx,
  { delivery_id, number }: Pick<AttemptRow, 'delivery_id' | 'number'>,
  change: { error?: string | null; answer?: string | null; request?: string | null },
): Promise<void> {
  await trx
    .updateTable('delivery_attempts')
    .set(change)
    .where('delivery_id', '=', delivery_id)
    .where('number', '=', number)
    .execute()
}
