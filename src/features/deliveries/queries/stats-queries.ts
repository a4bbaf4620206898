import { sql } from 'kysely'
import type { Micros } from '../../../platform/clock.ts'
import type { Reader } from '../../../platform/db/db.ts'
import { MOST_COUNTED } from '../../../platform/paging.ts'
import type { DeliveryStatus } from '../delivery.ts'
import { countDeliveries, matching } from './list-queries.ts'
import { PENDING, RECEIVER } from './queue-queries.ts'

/** Returns how many deliveries of each kind are in each state. */
export function countByKind(reader: Reader, brandIds: readonly number[] | undefined) {
  return matching(reader.selectFrom('deliveries'), { brandIds })
    .select(({ fn }) => ['kind', 'status', fn.countAll<number>().as('count')])
    .groupBy(['kind', 'status'])
    .orderBy('kind')
    .orderBy('status')
    .execute()
}

/** Returns how many deliveries of these brands are in each state, each counted as far as lists are. */
export async function countByState(reader: Reader, brandIds: readonly number[]) {
  const count = (status: DeliveryStatus) => countDeliveries(reader, { brandIds, status }, MOST_COUNTED)
  const [pending, delivered, failed] = await Promise.all([
    count('pending'),
    count('delivered'),
    count('failed'),
  ])
  return { pending, delivered, failed }
}

/** Returns how many pending deliveries each receiver has: `running` ones are being sent, the others are `waiting`. */
export function countByReceiver(reader: Reader, now: Micros) {
  const isRunning = sql`lease_until is not null and lease_until > ${now}`
  return reader
    .selectFrom('deliveries')
    .innerJoin('brands', 'brands.id', 'deliveries.brand_id')
    .select(({ fn }) => [
      'kind',
      'brand_id',
      RECEIVER.as('receiver'),
      'brands.slug',
      fn.sum<number>(sql`case when ${isRunning} then 0 else 1 end`).as('waiting'),
      fn.sum<number>(sql`case when ${isRunning} then 1 else 0 end`).as('running'),
    ])
    .where('status', '=', PENDING)
    .groupBy(['kind', 'brand_id', RECEIVER, 'brands.slug'])
    .execute()
}

/**
 * Returns the attempts since then by receiver and brand: how many, how many succeeded, the 50th and 95th percentile of
 * their milliseconds, and how many of the receiver's last `streak` attempts failed temporarily.
 */
export function summarizeAttempts(reader: Reader, since: Micros, streak: number) {
  const receiver = sql`partition by ${RECEIVER}, deliveries.brand_id`
  return reader
    .with('recent', (db) =>
      db
        .selectFrom('delivery_attempts')
        .innerJoin('deliveries', 'deliveries.id', 'delivery_attempts.delivery_id')
        .innerJoin('brands', 'brands.id', 'deliveries.brand_id')
        .select([
          'deliveries.kind',
          'deliveries.brand_id',
          RECEIVER.as('receiver'),
          'brands.slug',
          'duration_ms',
          sql<number>`case when error is null then 1 else 0 end`.as('ok'),
          sql<number>`case when error is not null and not final then 1 else 0 end`.as('temporary'),
          sql<number>`count(*) over (${receiver})`.as('total'),
          sql<number>`row_number() over (${receiver} order by duration_ms)`.as('by_duration'),
          sql<number>`row_number() over (partition by ${RECEIVER} order by at desc, delivery_id desc)`.as(
            'by_age',
          ),
        ])
        .where('at', '>=', since),
    )
    .selectFrom('recent')
    .select(({ fn }) => [
      'kind',
      'brand_id',
      'receiver',
      'slug',
      fn.countAll<number>().as('attempts'),
      fn.sum<number>('ok').as('ok'),
      sql<number>`min(case when by_duration * 100 >= total * 50 then duration_ms end)`.as('p50_ms'),
      sql<number>`min(case when by_duration * 100 >= total * 95 then duration_ms end)`.as('p95_ms'),
      sql<number>`sum(case when by_age <= ${sql.lit(streak)} then temporary else 0 end)`.as('streak'),
    ])
    .groupBy(['kind', 'brand_id', 'receiver', 'slug'])
    .execute()
}

/** Returns how many deliveries are pending, and how many have failed. */
export async function countOpen(reader: Reader): Promise<Record<'pending' | 'failed', number>> {
  const { pending, failed } = await reader
    .selectNoFrom((eb) => {
      const count = (status: 'pending' | 'failed') =>
        eb
          .selectFrom('deliveries')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('status', '=', sql.lit(status))
      return [count('pending').as('pending'), count('failed').as('failed')]
    })
    .executeTakeFirstOrThrow()
  return { pending: Number(pending), failed: Number(failed) }
}

/** Returns when the oldest pending delivery was created, and when the first is or was due. Null if none is pending. */
export function findOldest(
  reader: Reader,
  brandIds?: readonly number[],
): Promise<{ made: Micros | null; due: Micros | null }> {
  return matching(reader.selectFrom('deliveries'), { brandIds, status: 'pending' })
    .select(({ fn }) => [
      fn.min<number | null>('created_at').as('made'),
      fn.min<number | null>('next_attempt_at').as('due'),
    ])
    .executeTakeFirstOrThrow()
}
