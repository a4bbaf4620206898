import type { Reader } from '../../platform/db/db.ts'
import type { DealerRow, TerritoryRow } from './snapshot/rows.ts'

/** Returns a page of a brand's dealers, active or not, by ascending id. */
export async function listDealers(
  reader: Reader,
  page: { brandId: number; afterId: number; limit: number },
): Promise<DealerRow[]> {
  const rows = await reader
    .selectFrom('dealers')
    .innerJoin('dealer_brands', 'dealer_brands.dealer_id', 'dealers.id')
    .selectAll('dealers')
    .where('dealer_brands.brand_id', '=', page.brandId)
    .where('dealer_brands.dealer_id', '>', page.afterId)
    .orderBy('dealer_brands.dealer_id')
    .limit(page.limit)
    .execute()
  return rows.map(toDealer)
}

/** Returns the brand's contact for countries without a dealer. */
export async function findFallbackDealer(reader: Reader, brandId: number): Promise<DealerRow | null> {
  const row = await reader
    .selectFrom('brands')
    .innerJoin('dealers', 'dealers.id', 'brands.fallback_dealer_id')
    .selectAll('dealers')
    .where('brands.id', '=', brandId)
    .executeTakeFirst()
  return row ? toDealer(row) : null
}

export function listTerritories(reader: Reader, brandId: number): Promise<TerritoryRow[]> {
  return reader
    .selectFrom('territories')
    .select(['country', 'postal_code', 'dealer_id'])
    .where('brand_id', '=', brandId)
    .execute()
}

/** Returns the countries of each brand's active dealers. */
export async function listDealerCountries(reader: Reader): Promise<{ slug: string; country: string }[]> {
  const rows = await reader
    .selectFrom('dealers')
    .innerJoin('dealer_brands', 'dealer_brands.dealer_id', 'dealers.id')
    .innerJoin('brands', 'brands.id', 'dealer_brands.brand_id')
    .select(['brands.slug', 'dealers.country_code'])
    .distinct()
    .where('dealers.active', '=', true)
    .where('dealers.country_code', 'is not', null)
    .orderBy('brands.slug')
    .orderBy('dealers.country_code')
    .execute()
  return rows.map(({ slug, country_code }) => ({ slug, country: country_code! }))
}

export async function findSlug(reader: Reader, brandId: number): Promise<string> {
  const row = await reader.selectFrom('brands').select('slug').where('id', '=', brandId).executeTakeFirst()
  return row?.slug ?? ''
}

function toDealer<T extends { active: unknown; approximate: unknown }>(row: T) {
  return { ...row, active: Boolean(row.active), approximate: Boolean(row.approximate) }
}
