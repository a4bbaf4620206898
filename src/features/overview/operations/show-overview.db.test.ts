import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../../test/support/db.ts'
import { DAY_MICROS } from '../../../platform/clock.ts'
import { SYSTEM } from '../../../platform/principal.ts'
import { createBrandCache } from '../../brands/index.ts'
import { rollUpCounts } from './roll-up-counts.ts'
import { showOverview } from './show-overview.ts'

const { db, drop } = await openTestDatabase()
afterAll(drop)

/** 2026-05-10. */
const TODAY = 20_583
const at = (day: number) => day * DAY_MICROS + 5
let now = at(TODAY) + DAY_MICROS / 2
const ctx = { db, clock: { now: () => now }, principal: SYSTEM, brands: createBrandCache(db) }
const limited = (brandId: number, ...permissions: string[]) => ({
  ...ctx,
  principal: { kind: 'user' as const, id: 1, brands: new Set([brandId]), permissions: new Set(permissions) },
})

beforeAll(() =>
  db.write(async (trx) => {
    for (const id of [1, 2]) {
      await trx
        .insertInto('brands')
        .values({ id, slug: `brand-${id}`, name: 'Brand', updated_at: 0 })
        .execute()
    }
    await trx
      .insertInto('leads')
      .values(
        [
          [1, TODAY - 40, 'trade_in'],
          [1, TODAY - 1, 'trade_in'],
          [1, TODAY - 1, 'request_quote'],
          [1, TODAY, 'trade_in'],
          [2, TODAY - 1, 'trade_in'],
        ].map(([brand_id, day, contact_category]) => ({
          brand_id: brand_id as number,
          contact_category: contact_category as string,
          contact_email: 'pat@example.com',
          body: '{}',
          send_to_dealer: db.dialect === 'sqlite' ? 0 : false,
          received_at: at(day as number),
        })),
      )
      .execute()
  }),
)

const leadsOf = async (context: typeof ctx, since = at(TODAY - 50)) => {
  const { leads_by_day } = await showOverview(context, { since, until: now })
  return leads_by_day?.map(({ day, category, total }) => `${day} ${category} ${total}`)
}

test('leads are counted by day and category, the same before and after completed days are stored', async () => {
  const expected = [
    '2026-03-31 trade_in 1',
    '2026-05-09 request_quote 1',
    '2026-05-09 trade_in 2',
    '2026-05-10 trade_in 1',
  ]
  expect(await leadsOf(ctx)).toEqual(expected)
  await rollUpCounts(ctx)
  const stored = await db.read.selectFrom('daily_counts').selectAll().where('kind', '=', 'lead').execute()
  expect(stored).toHaveLength(4)
  expect(await leadsOf(ctx)).toEqual(expected)
  await rollUpCounts(ctx)
  now += DAY_MICROS
  await rollUpCounts(ctx)
  expect(await leadsOf(ctx)).toEqual(expected)
})

test('a principal sees its brands alone, and only what it may read', async () => {
  expect(await leadsOf(limited(2, 'leads:read'))).toEqual(['2026-05-09 trade_in 1'])
  const overview = await showOverview(limited(2, 'leads:read'), {})
  expect(overview).toMatchObject({ warranties_by_month: null, deliveries: null, failed_syncs: null })
  await expect(showOverview(limited(2, 'leads:read'), { brand: 'brand-1' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  expect(await showOverview(limited(9, 'leads:read', 'dealers:read'), {})).toMatchObject({
    leads_by_day: [],
    dealers_without_point: 0,
  })
})

test('a period ends before the day at whose beginning it ends', async () => {
  const { leads_by_day } = await showOverview(ctx, { since: at(TODAY - 1), until: TODAY * DAY_MICROS })
  expect(leads_by_day!.map(({ day }) => day)).toEqual(['2026-05-09', '2026-05-09'])
})

test('a period of more than three years is refused', async () => {
  await expect(showOverview(ctx, { since: 0, until: now })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
  })
})
