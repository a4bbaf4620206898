import { type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { readInChunks } from '../../../platform/db/chunks.ts'
import type { Reader } from '../../../platform/db/db.ts'
import type { Schema } from '../../../platform/db/schema.ts'
import { COLUMNS } from '../records/dealer-record.ts'

/** The conditions that listed dealers meet. */
export interface DealerFilter {
  brandId?: number
  groupId?: number
  /** ISO 3166-1 alpha-2. */
  countryCode?: string
  active?: boolean
  /** True: only dealers with the coordinates of their postal code. False: only the others. */
  approximate?: boolean
  /** True: only dealers with coordinates. False: only dealers without. */
  placed?: boolean
  /** Each is in one of the dealer's names, its code, its e-mail address, its city or its postal code. */
  words: readonly string[]
}

export interface TerritoryFilter {
  brandId?: number
  country?: string
  dealerId?: number
  /** The beginning of postal codes. */
  prefix?: string
}

const SEARCHED = ['name', 'legal_name', 'dealer_code', 'email', 'city', 'postal_code'] as const

/** Returns a page of dealers, by id. */
export function listDealers(reader: Reader, filter: DealerFilter, page: { limit: number; offset: number }) {
  return reader
    .selectFrom('dealers')
    .select(['id', ...COLUMNS])
    .where(matches(filter))
    .orderBy('id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

export async function countDealers(reader: Reader, filter: DealerFilter): Promise<number> {
  const { total } = await reader
    .selectFrom('dealers')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where(matches(filter))
    .executeTakeFirstOrThrow()
  return total
}

/** Returns the dealer with this id, or none. */
export function findById(reader: Reader, id: number) {
  return reader
    .selectFrom('dealers')
    .select(['id', ...COLUMNS])
    .where('id', '=', id)
    .execute()
}

/** Returns the slugs of the brands that dealers carry, by the dealers' ids. */
export async function listSlugs(
  reader: Reader,
  dealerIds: readonly number[],
): Promise<Map<number, string[]>> {
  const links = reader
    .selectFrom('dealer_brands')
    .innerJoin('brands', 'brands.id', 'dealer_brands.brand_id')
    .select(['dealer_id', 'slug'])
    .orderBy('slug')
  const rows = await readInChunks(dealerIds, (some) => links.where('dealer_id', 'in', some).execute())
  const byDealer = Map.groupBy(rows, (row) => row.dealer_id)
  return new Map([...byDealer].map(([id, own]) => [id, own.map(({ slug }) => slug)]))
}

/** Returns the dealers with these names, by id. */
export function findByNames(reader: Reader, names: readonly string[]) {
  const dealers = reader.selectFrom('dealers').select(['id', 'dealer_code', 'name']).orderBy('id')
  return readInChunks(names, (some) => dealers.where('name', 'in', some).execute())
}

/** Returns the codes and names of a brand's dealers. */
export async function listCarrierNames(reader: Reader, brandId: number): Promise<string[]> {
  const rows = await reader
    .selectFrom('dealer_brands')
    .innerJoin('dealers', 'dealers.id', 'dealer_brands.dealer_id')
    .select(['dealer_code', 'name'])
    .where('brand_id', '=', brandId)
    .execute()
  return rows.flatMap(({ dealer_code, name }) => [dealer_code, name]).filter(Boolean)
}

/** Returns codes and names of dealers that begin like this text. */
export async function listSimilar(reader: Reader, text: string): Promise<string[]> {
  const start = text.slice(0, 2)
  const rows = await reader
    .selectFrom('dealers')
    .select(['dealer_code', 'name'])
    .where((eb) =>
      eb.or([
        contains('dealer_code', start, { anywhere: false }),
        contains('name', start, { anywhere: false }),
      ]),
    )
    .orderBy('id')
    .limit(5_000)
    .execute()
  return rows.flatMap(({ dealer_code, name }) => [dealer_code, name]).filter(Boolean)
}

/** Returns all groups with the number of their dealers, by id. */
export function listGroups(reader: Reader) {
  return reader
    .selectFrom('dealer_groups')
    .leftJoin('dealers', 'dealers.group_id', 'dealer_groups.id')
    .select((eb) => [
      'dealer_groups.id',
      'dealer_groups.name',
      eb.fn.count<number>('dealers.id').as('dealers'),
    ])
    .groupBy(['dealer_groups.id', 'dealer_groups.name'])
    .orderBy('dealer_groups.id')
    .execute()
}

/** Returns the dealers of a group, by id. */
export function listGroupDealers(reader: Reader, groupId: number) {
  return reader
    .selectFrom('dealers')
    .select(['id', 'dealer_code', 'name'])
    .where('group_id', '=', groupId)
    .orderBy('id')
    .execute()
}

/** Returns a page of territories, by brand, country and code. */
export function listTerritories(
  reader: Reader,
  filter: TerritoryFilter,
  page: { limit: number; offset: number },
) {
  return reader
    .selectFrom('territories')
    .innerJoin('brands', 'brands.id', 'territories.brand_id')
    .innerJoin('dealers', 'dealers.id', 'territories.dealer_id')
    .select([
      'brands.slug as brand',
      'territories.country',
      'territories.postal_code',
      'dealers.dealer_code',
      'territories.dealer_id',
      'dealers.name as dealer_name',
    ])
    .where(matchesTerritory(filter))
    .orderBy('territories.brand_id')
    .orderBy('territories.country')
    .orderBy('territories.postal_code')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

export async function countTerritories(reader: Reader, filter: TerritoryFilter): Promise<number> {
  const { total } = await reader
    .selectFrom('territories')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where(matchesTerritory(filter))
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

function matches(filter: DealerFilter) {
  return (eb: ExpressionBuilder<Schema, 'dealers'>) => {
    const { brandId, groupId, countryCode, active, approximate, placed, words } = filter
    const carriers = (brand: number) =>
      eb.selectFrom('dealer_brands').select('dealer_id').where('brand_id', '=', brand)
    return eb.and([
      // Kysely leaves out what is undefined.
      eb.and({ group_id: groupId, country_code: countryCode, active, approximate }),
      ...(brandId === undefined ? [] : [eb('dealers.id', 'in', carriers(brandId))]),
      ...(placed === undefined ? [] : [eb('latitude', placed ? 'is not' : 'is', null)]),
      ...words.map((word) => eb.or(SEARCHED.map((column) => contains(column, word, { anywhere: true })))),
    ])
  }
}

function matchesTerritory({ brandId, country, dealerId, prefix }: TerritoryFilter) {
  return (eb: ExpressionBuilder<Schema, 'territories'>) =>
    eb.and([
      eb.and({
        'territories.brand_id': brandId,
        'territories.country': country,
        'territories.dealer_id': dealerId,
      }),
      ...(prefix === undefined ? [] : [contains('territories.postal_code', prefix, { anywhere: false })]),
    ])
}

/** Compares without regard to case, as far as the database folds it. Wildcards in the text are taken literally. */
function contains(column: string, text: string, { anywhere }: { anywhere: boolean }) {
  const pattern = `${anywhere ? '%' : ''}${text.replace(/[\\%_]/g, '\\$&')}%`
  return sql<SqlBool>`lower(${sql.ref(column)}) like lower(${pattern}) escape '\\'`
}
