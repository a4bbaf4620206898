import { type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { readInChunks } from '../../../platform/db/chunks.ts'
import type { Reader } from '../../../platform/db/db.ts'
import type { Schema } from '../../../platform/db/schema.ts'
import type { Window } from '../../../platform/paging.ts'
import { contains } from './list-queries.ts'
import type { BrandIds } from './visible.ts'

/** The conditions that listed territories meet. */
export interface TerritoryFilter {
  brandIds: BrandIds
  country?: string
  dealerId?: number
  /** The beginning of postal codes. */
  prefix?: string
}

export type ListedTerritory = Awaited<ReturnType<typeof listTerritories>>[number]

/** The position of a territory in a list. */
export type TerritoryKey = [brandId: number, country: string, postalCode: string]

/** Returns a part of the matching territories, by brand, country and code. */
export function listTerritories(
  reader: Reader,
  filter: TerritoryFilter,
  { limit, offset, after }: Window<TerritoryKey>,
) {
  let query = reader
    .selectFrom('territories')
    .innerJoin('brands', 'brands.id', 'territories.brand_id')
    .innerJoin('dealers', 'dealers.id', 'territories.dealer_id')
    .select([
      'territories.brand_id',
      'brands.slug as brand',
      'territories.country',
      'territories.postal_code',
      'dealers.dealer_code',
      'territories.dealer_id',
      'dealers.name as dealer_name',
    ])
    .where(matches(reader, filter))
  if (after) {
    const [brandId, country, code] = after
    query = query.where(
      sql<SqlBool>`(territories.brand_id, territories.country, territories.postal_code) > (${brandId}, ${country}, ${code})`,
    )
  }
  return query
    .orderBy('territories.brand_id')
    .orderBy('territories.country')
    .orderBy('territories.postal_code')
    .limit(limit)
    .offset(offset)
    .execute()
}

/** Returns the number of matching territories, counted no further than `most`. */
export async function countTerritories(
  reader: Reader,
  filter: TerritoryFilter,
  most: number,
): Promise<number> {
  const { total } = await reader
    .selectFrom((eb) =>
      eb
        .selectFrom('territories')
        .select('territories.dealer_id')
        .where(matches(reader, filter))
        .limit(most)
        .as('found'),
    )
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** Returns the ids of the dealers to which these codes of a brand and country belong, by code. */
export async function findTerritories(
  reader: Reader,
  { brandId, country }: { brandId: number; country: string },
  codes: readonly string[],
): Promise<Map<string, number>> {
  const territories = reader
    .selectFrom('territories')
    .select(['postal_code', 'dealer_id'])
    .where('brand_id', '=', brandId)
    .where('country', '=', country)
  const rows = await readInChunks(codes, (some) => territories.where('postal_code', 'in', some).execute())
  return new Map(rows.map((row) => [row.postal_code, row.dealer_id]))
}

function matches(reader: Reader, { brandIds, country, dealerId, prefix }: TerritoryFilter) {
  return (eb: ExpressionBuilder<Schema, 'territories'>) =>
    eb.and([
      ...(brandIds === undefined ? [] : [eb('territories.brand_id', 'in', [0, ...brandIds])]),
      // Kysely leaves out what is undefined.
      eb.and({ 'territories.country': country, 'territories.dealer_id': dealerId }),
      ...(prefix === undefined
        ? []
        : [contains(reader, 'territories.postal_code', prefix, { anywhere: false })]),
    ])
}
