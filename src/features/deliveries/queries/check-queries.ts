import { sql } from 'kysely'
import type { Micros } from '../../../platform/clock.ts'
import type { Reader } from '../../../platform/db/db.ts'
import { PENDING, type Receiver } from './queue-queries.ts'

const FAILED = sql.lit<'failed'>('failed')

/** How many failed for good, by brand and kind. */
export function countFailed(reader: Reader) {
  return countByTarget(reader).where('deliveries.status', '=', FAILED).execute()
}

/** How many pending ones were due before `due`, by brand and kind. */
export function countOverdue(reader: Reader, due: Micros) {
  return countByTarget(reader)
    .where('deliveries.status', '=', PENDING)
    .where('next_attempt_at', '<', due)
    .execute()
}

function countByTarget(reader: Reader) {
  return reader
    .selectFrom('deliveries')
    .innerJoin('brands', 'brands.id', 'deliveries.brand_id')
    .select(['brands.slug', 'deliveries.brand_id', 'deliveries.kind'])
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .groupBy(['brands.slug', 'deliveries.brand_id', 'deliveries.kind'])
    .orderBy('brands.slug')
    .orderBy('deliveries.kind')
}

/** Receivers that were tried since then. A lead's first attempt tells nothing: whoever takes the lead makes it. */
export function findTried(reader: Reader, since: Micros): Promise<Receiver[]> {
  return reader
    .selectFrom('delivery_attempts')
    .innerJoin('deliveries', 'deliveries.id', 'delivery_attempts.delivery_id')
    .select(['kind', 'brand_id'])
    .distinct()
    .where('at', '>=', since)
    .where((eb) => eb.or([eb('kind', '<>', 'lead_webhook'), eb('number', '>', 1)]))
    .execute()
}

/** How many pending ones were enqueued before then. */
export async function countOld(reader: Reader, created: Micros): Promise<number> {
  const { count } = await reader
    .selectFrom('deliveries')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('status', '=', PENDING)
    .where('created_at', '<', created)
    .executeTakeFirstOrThrow()
  return count
}
