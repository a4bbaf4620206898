import { sql } from 'kysely'
import type { Micros } from '../../platform/clock.ts'
import type { Reader } from '../../platform/db/db.ts'

const PENDING = sql.lit<'pending'>('pending')
const FAILED = sql.lit<'failed'>('failed')

/** How many failed for good, by brand and kind. */
export function countFailed(reader: Reader) {
  return reader
    .selectFrom('deliveries')
    .innerJoin('brands', 'brands.id', 'deliveries.brand_id')
    .select(['brands.slug', 'deliveries.kind', (eb) => eb.fn.countAll<number>().as('count')])
    .where('deliveries.status', '=', FAILED)
    .groupBy(['brands.slug', 'deliveries.kind'])
    .orderBy('brands.slug')
    .execute()
}

/** Pending ones that were due before `due`, and those that were enqueued before `created`. */
export async function countLate(reader: Reader, { due, created }: { due: Micros; created: Micros }) {
  const count = (column: 'next_attempt_at' | 'created_at', before: Micros) =>
    reader
      .selectFrom('deliveries')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('status', '=', PENDING)
      .where(column, '<', before)
      .executeTakeFirstOrThrow()
  const [overdue, old] = await Promise.all([count('next_attempt_at', due), count('created_at', created)])
  return { overdue: Number(overdue.count), old: Number(old.count) }
}
