import { sql } from 'kysely'
import type { Reader } from '../../../platform/db/db.ts'
import { US_TERRITORIES } from '../../../platform/postal-country.ts'

/** A dealer in a finding. */
export interface CheckedDealer {
  id: number
  dealer_code: string
}

export async function countActive(reader: Reader): Promise<number> {
  const { active } = await reader
    .selectFrom('dealers')
    .select((eb) => eb.fn.countAll<number>().as('active'))
    .where('active', '=', true)
    .executeTakeFirstOrThrow()
  return active
}

/** Active dealers without coordinates. */
export function listUnplaced(reader: Reader): Promise<CheckedDealer[]> {
  return activeDealers(reader)
    .where((eb) => eb.or([eb('latitude', 'is', null), eb('longitude', 'is', null)]))
    .execute()
}

/** Active dealers that carry no brand and are no brand's fallback. */
export function listBrandless(reader: Reader): Promise<CheckedDealer[]> {
  return activeDealers(reader)
    .where('id', 'not in', (eb) => eb.selectFrom('dealer_brands').select('dealer_id'))
    .where(
      sql<boolean>`id not in (select fallback_dealer_id from brands where fallback_dealer_id is not null)`,
    )
    .execute()
}

function activeDealers(reader: Reader) {
  return reader.selectFrom('dealers').select(['id', 'dealer_code']).where('active', '=', true).orderBy('id')
}

/** Territories whose dealer can't be shown there. */
export function listDeadTerritories(reader: Reader) {
  return reader
    .selectFrom('territories')
    .innerJoin('brands', 'brands.id', 'territories.brand_id')
    .innerJoin('dealers', 'dealers.id', 'territories.dealer_id')
    .leftJoin('dealer_brands', (join) =>
      join
        .onRef('dealer_brands.dealer_id', '=', 'territories.dealer_id')
        .onRef('dealer_brands.brand_id', '=', 'territories.brand_id'),
    )
    .select(['brands.slug', 'territories.country', 'territories.postal_code'])
    .where((eb) =>
      eb.or([
        eb('dealers.active', '=', false),
        eb('dealers.latitude', 'is', null),
        eb(
          eb
            .case()
            .when('dealers.country_code', 'in', US_TERRITORIES)
            .then('US')
            .else(eb.ref('dealers.country_code'))
            .end(),
          'is distinct from',
          eb.ref('territories.country'),
        ),
        eb('dealer_brands.dealer_id', 'is', null),
      ]),
    )
    .orderBy('brands.slug')
    .orderBy('territories.country')
    .orderBy('territories.postal_code')
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

/** The e-mail addresses of active dealers that have one. */
export function listAddresses(reader: Reader) {
  return reader
    .selectFrom('dealers')
    .select(['id', 'dealer_code', 'email'])
    .where('active', '=', true)
    .where('email', '<>', '')
    .orderBy('id')
    .execute()
}
