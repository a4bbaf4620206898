import { sql } from 'kysely'
import type { Micros } from '../../../platform/clock.ts'
import type { Reader } from '../../../platform/db/db.ts'
import { PENDING, type Receiver } from './queue-queries.ts'

const FAILED = sql.lit<'failed'>('failed')

/** Those that failed for good. */
export function listFailed(reader: Reader) {
  return listByTarget(reader).where('deliveries.status', '=', FAILED).execute()
}

/** Pending ones that were due before `due`. */
export function listOverdue(reader: Reader, due: Micros) {
  return listByTarget(reader)
    .where('deliveries.status', '=', PENDING)
    .where('next_attempt_at', '<', due)
    .execute()
}

function listByTarget(reader: Reader) {
  return reader
    .selectFrom('deliveries')
    .innerJoin('brands', 'brands.id', 'deliveries.brand_id')
    .select(['deliveries.id', 'brands.slug', 'deliveries.brand_id', 'deliveries.kind'])
    .orderBy('brands.slug')
    .orderBy('deliveries.kind')
    .orderBy('deliveries.id')
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

/** Pending ones that were enqueued before then. */
export function listOld(reader: Reader, created: Micros) {
  return listByTarget(reader)
    .where('deliveries.status', '=', PENDING)
    .where('deliveries.created_at', '<', created)
    .execute()
}
