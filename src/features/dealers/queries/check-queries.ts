import { sql } from 'kysely'
import type { Reader } from '../../../platform/db/db.ts'

/** Active dealers, by what keeps them from being shown. */
export function countHidden(
  reader: Reader,
): Promise<{ active: number; unplaced: number; brandless: number }> {
  return reader
    .selectFrom('dealers')
    .select((eb) => [
      eb.fn.countAll<number>().as('active'),
      sql<number>`count(*) filter (where latitude is null or longitude is null)`.as('unplaced'),
      sql<number>`count(*) filter (where id not in (select dealer_id from dealer_brands) and id not in
        (select fallback_dealer_id from brands where fallback_dealer_id is not null))`.as('brandless'),
    ])
    .where('active', '=', true)
    .executeTakeFirstOrThrow()
}

/** How many codes of a brand's map lead to a dealer that counts for nothing there. */
export function countDeadTerritories(reader: Reader) {
  return reader
    .selectFrom('territories')
    .innerJoin('brands', 'brands.id', 'territories.brand_id')
    .innerJoin('dealers', 'dealers.id', 'territories.dealer_id')
    .leftJoin('dealer_brands', (join) =>
      join
        .onRef('dealer_brands.dealer_id', '=', 'territories.dealer_id')
        .onRef('dealer_brands.brand_id', '=', 'territories.brand_id'),
    )
    .select(['brands.slug', (eb) => eb.fn.countAll<number>().as('count')])
    .where((eb) =>
      eb.or([
        eb('dealers.active', '=', false),
        eb('dealers.latitude', 'is', null),
        eb('dealers.country_code', 'is distinct from', eb.ref('territories.country')),
        eb('dealer_brands.dealer_id', 'is', null),
      ]),
    )
    .groupBy('brands.slug')
    .orderBy('brands.slug')
    .execute()
}

/** Brands whose designated fallback dealer cannot be shown. */
export async function brandsWithDeadFallback(reader: Reader): Promise<string[]> {
  const rows = await reader
    .selectFrom('brands')
    .leftJoin('dealers', (join) =>
      join
        .onRef('dealers.id', '=', 'brands.fallback_dealer_id')
        .on('dealers.active', '=', true)
        .on('dealers.latitude', 'is not', null),
    )
    .select('brands.slug')
    .where('brands.fallback_dealer_id', 'is not', null)
    .where('dealers.id', 'is', null)
    .orderBy('brands.slug')
    .execute()
  return rows.map(({ slug }) => slug)
}

/** What active dealers have as email, where they have something. */
export function listAddresses(reader: Reader) {
  return reader
    .selectFrom('dealers')
    .select(['id', 'email'])
    .where('active', '=', true)
    .where('email', '<>', '')
    .orderBy('id')
    .execute()
}
