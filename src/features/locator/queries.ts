import type { Reader } from '../../platform/db/db.ts'
import type { DealerRow, TerritoryRow } from './engine/types.ts'

/** Where a page of a brand's dealers is, active or not, by ascending id. */
export function pageOfPlaces(
  reader: Reader,
  page: { brandId: number; afterId: number; limit: number },
): Promise<Pick<DealerRow, 'id' | 'latitude' | 'longitude'>[]> {
  return reader
    .selectFrom('dealers')
    .innerJoin('dealer_brands', 'dealer_brands.dealer_id', 'dealers.id')
    .select(['dealers.id', 'dealers.latitude', 'dealers.longitude'])
    .where('dealer_brands.brand_id', '=', page.brandId)
    .where('dealer_brands.dealer_id', '>', page.afterId)
    .orderBy('dealer_brands.dealer_id')
    .limit(page.limit)
    .execute()
}

/** Dealers in the order of their ids as given; ids of none are left out. */
export async function dealersById(reader: Reader, ids: number[]): Promise<DealerRow[]> {
  const rows = await reader.selectFrom('dealers').selectAll().where('id', 'in', ids).execute()
  const byId = new Map(rows.map((row) => [row.id, toDealer(row)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** The brand's designated dealer for countries without any. */
export async function findFallbackDealer(reader: Reader, brandId: number): Promise<DealerRow | null> {
  const row = await reader
    .selectFrom('brands')
    .innerJoin('dealers', 'dealers.id', 'brands.fallback_dealer_id')
    .selectAll('dealers')
    .where('brands.id', '=', brandId)
    .executeTakeFirst()
  return row ? toDealer(row) : null
}

export function territoriesOf(reader: Reader, brandId: number): Promise<TerritoryRow[]> {
  return reader
    .selectFrom('territories')
    .select(['country', 'postal_code', 'dealer_id'])
    .where('brand_id', '=', brandId)
    .execute()
}

/** A brand's slug by its id. */
export async function slugOf(reader: Reader, brandId: number): Promise<string> {
  const row = await reader.selectFrom('brands').select('slug').where('id', '=', brandId).executeTakeFirst()
  return row?.slug ?? ''
}

function toDealer<T extends { active: unknown; approximate: unknown }>(row: T) {
  return { ...row, active: Boolean(row.active), approximate: Boolean(row.approximate) }
}
