import { sql } from 'kysely'
import { DAY_MICROS, type Micros } from '../../platform/clock.ts'
import type { Reader, Trx } from '../../platform/db/db.ts'

/** The kinds of daily counts. */
export const KINDS = ['warranty', 'lead'] as const

export type Kind = (typeof KINDS)[number]

/** How many records of a category a day brought. Days are counted from 1970, in UTC; warranties have no category. */
export interface DailyCount {
  day: number
  category: string
  total: number
}

/** Counts a brand's records from `since` on, before `until`. */
export async function countByDay(
  reader: Reader,
  { kind, brandId, since, until }: { kind: Kind; brandId: number; since: Micros; until: Micros },
): Promise<DailyCount[]> {
  const { rows } = await sql<DailyCount>`
    select ${DAY[kind]} as day, ${CATEGORY[kind]} as category, count(*) as total from ${sql.table(TABLE[kind])}
    where brand_id = ${brandId} and ${TIME[kind]} >= ${since} and ${TIME[kind]} < ${until}
    group by 1, 2`.execute(reader)
  return rows.map(({ day, category, total }) => ({ day: Number(day), category, total: Number(total) }))
}

const TABLE = { warranty: 'warranties', lead: 'leads' }
const TIME = { warranty: sql.ref('created_at'), lead: sql.ref('received_at') }
const CATEGORY = { warranty: sql.lit(''), lead: sql.ref('contact_category') }
const DAY = {
  warranty: sql`created_at / ${sql.lit(DAY_MICROS)}`,
  lead: sql`received_at / ${sql.lit(DAY_MICROS)}`,
}

/** Returns when the brand's first record came; null if there is none. */
export async function findFirst(
  reader: Reader,
  { kind, brandId }: { kind: Kind; brandId: number },
): Promise<Micros | null> {
  const { rows } = await sql<{ first: number | null }>`
    select min(${TIME[kind]}) as first from ${sql.table(TABLE[kind])} where brand_id = ${brandId}`.execute(
    reader,
  )
  return rows[0]?.first ?? null
}

/** Returns the first day that is not stored, by brand. */
export async function findProgress(reader: Reader, kind: Kind): Promise<Map<number, number>> {
  const rows = await reader
    .selectFrom('daily_count_progress')
    .select(['brand_id', 'next_day'])
    .where('kind', '=', kind)
    .execute()
  return new Map(rows.map(({ brand_id, next_day }) => [brand_id, next_day]))
}

/** Stores the counts of completed days, up to `nextDay`. Counts that another process has stored are replaced. */
export async function storeCounts(
  trx: Trx,
  { kind, brandId, nextDay }: { kind: Kind; brandId: number; nextDay: number },
  counts: readonly DailyCount[],
): Promise<void> {
  for (const count of counts) {
    await trx
      .insertInto('daily_counts')
      .values({ kind, brand_id: brandId, ...count })
      .onConflict((conflict) =>
        conflict.columns(['kind', 'brand_id', 'day', 'category']).doUpdateSet({ total: count.total }),
      )
      .execute()
  }
  await trx
    .insertInto('daily_count_progress')
    .values({ kind, brand_id: brandId, next_day: nextDay })
    .onConflict((conflict) => conflict.columns(['kind', 'brand_id']).doUpdateSet({ next_day: nextDay }))
    .execute()
}

/** Returns the stored counts from day `from` on, before day `to`. */
export async function findCounts(
  reader: Reader,
  { kind, brandIds, from, to }: { kind: Kind; brandIds: readonly number[]; from: number; to: number },
): Promise<DailyCount[]> {
  const rows = await reader
    .selectFrom('daily_counts')
    .select(({ fn }) => ['day', 'category', fn.sum<number>('total').as('total')])
    .where('kind', '=', kind)
    .where('brand_id', 'in', brandIds)
    .where('day', '>=', from)
    .where('day', '<', to)
    .groupBy(['day', 'category'])
    .execute()
  return rows.map((row) => ({ ...row, total: Number(row.total) }))
}
