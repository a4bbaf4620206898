import type { ExpressionBuilder } from 'kysely'
import type { Reader } from '../../platform/db/db.ts'
import type { Schema } from '../../platform/db/schema.ts'
import type { DealerRow, TerritoryRow } from './snapshot/rows.ts'

const COLUMNS = [
  ...(['dealers.id', 'dealer_code', 'group_id', 'unit_id', 'dealers.name', 'legal_name', 'address'] as const),
  ...(['address2', 'city', 'state', 'postal_code', 'country', 'country_code', 'phone', 'email'] as const),
  ...(['website', 'latitude', 'longitude', 'logo_url', 'primary_contact', 'active', 'approximate'] as const),
]

/** Returns a page of a brand's dealers, active or not, by ascending id. */
export async function listDealers(
  reader: Reader,
  page: { brandId: number; afterId: number; limit: number },
): Promise<DealerRow[]> {
  const rows = await reader
    .selectFrom('dealers')
    .innerJoin('dealer_brands', 'dealer_brands.dealer_id', 'dealers.id')
    .select(COLUMNS)
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
    .select(COLUMNS)
    .where('brands.id', '=', brandId)
    .executeTakeFirst()
  return row ? toDealer(row) : null
}

/** Returns a page of a brand's territories, by country and code. */
export function listTerritories(
  reader: Reader,
  { brandId, after, limit }: { brandId: number; after: TerritoryRow | undefined; limit: number },
): Promise<TerritoryRow[]> {
  let query = reader
    .selectFrom('territories')
    .select(['country', 'postal_code', 'dealer_id'])
    .where('brand_id', '=', brandId)
    .orderBy('country')
    .orderBy('postal_code')
    .limit(limit)
  if (after) {
    const { country, postal_code } = after
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('country', 'postal_code'), '>', tuple(country, postal_code)),
    )
  }
  return query.execute()
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

/** A dealer of a brand that a search may have left out. */
export type NearDealer = Awaited<ReturnType<typeof listNear>>[number]

/** Returns a brand's dealers, active or not, that are within the bounds, or that have no coordinates and this postal area. */
export async function listNear(
  reader: Reader,
  brandId: number,
  { bounds, area }: { bounds: Bounds | null; area: { country: string; code: string } },
) {
  const rows = await reader
    .selectFrom('dealers')
    .innerJoin('dealer_brands', 'dealer_brands.dealer_id', 'dealers.id')
    .select([
      ...(['dealers.id', 'dealer_code', 'name', 'city', 'state', 'postal_code', 'country'] as const),
      ...(['country_code', 'latitude', 'longitude', 'active'] as const),
    ])
    .where('dealer_brands.brand_id', '=', brandId)
    .where((eb) =>
      eb.or([
        eb.and([
          eb('latitude', 'is', null),
          eb('country_code', '=', area.country),
          eb('postal_code', 'like', `${area.code}%`),
        ]),
        ...(bounds
          ? [eb.and([eb.between('latitude', bounds.south, bounds.north), eb.or(longitudes(eb, bounds))])]
          : []),
      ]),
    )
    .execute()
  return rows.map((row) => ({ ...row, active: Boolean(row.active) }))
}

/** A part of the map around a place, in degrees; its longitudes may be beyond 180. */
interface Bounds {
  south: number
  north: number
  west: number
  east: number
}

/** Over the date line, the degrees go on from the other side. */
function longitudes(eb: ExpressionBuilder<Schema, 'dealers'>, { west, east }: Bounds) {
  return [0, -360, 360].map((turn) => eb.between('longitude', west + turn, east + turn))
}

function toDealer<T extends { active: unknown; approximate: unknown }>(row: T) {
  return { ...row, active: Boolean(row.active), approximate: Boolean(row.approximate) }
}
