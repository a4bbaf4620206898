import { sql } from 'kysely'
import type { Micros } from '../../../platform/clock.ts'
import type { Reader } from '../../../platform/db/db.ts'
import { PENDING, type Receiver } from './queue-queries.ts'

const FAILED = sql.lit<'failed'>('failed')

/** Returns failed deliveries. */
export function listFailed(reader: Reader) {
  return listByReceiver(reader).where('deliveries.status', '=', FAILED).execute()
}

/** Returns pending deliveries that were due before `due`. */
export function listOverdue(reader: Reader, due: Micros) {
  return listByReceiver(reader)
    .where('deliveries.status', '=', PENDING)
    .where('next_attempt_at', '<', due)
    .execute()
}

function listByReceiver(reader: Reader) {
  return reader
    .selectFrom('deliveries')
    .innerJoin('brands', 'brands.id', 'deliveries.brand_id')
    .select(['deliveries.id', 'brands.slug', 'deliveries.brand_id', 'deliveries.kind', 'receiver'])
    .orderBy('brands.slug')
    .orderBy('deliveries.kind')
    .orderBy('deliveries.id')
}

/** Returns receivers with attempts since then. A lead's first attempt is ignored, as no worker makes it. */
export function findTried(reader: Reader, since: Micros): Promise<Receiver[]> {
  return reader
    .selectFrom('delivery_attempts')
    .innerJoin('deliveries', 'deliveries.id', 'delivery_attempts.delivery_id')
    .select(['kind', 'brand_id', 'receiver'])
    .distinct()
    .where('at', '>=', since)
    .where((eb) => eb.or([eb('kind', '<>', 'lead_webhook'), eb('number', '>', 1)]))
    .execute()
}

/** Returns pending deliveries that were created before then. */
export function listOld(reader: Reader, created: Micros) {
  return listByReceiver(reader)
    .where('deliveries.status', '=', PENDING)
    .where('deliveries.created_at', '<', created)
    .execute()
}
