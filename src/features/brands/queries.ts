import { type Insertable, sql, type Updateable } from 'kysely'
import type { Reader, Trx } from '../../platform/db/db.ts'
import type { Schema } from '../../platform/db/schema.ts'

export type StoredBrand = Awaited<ReturnType<typeof listBrands>>[number]

/** Returns all brands with the codes of their fallback dealers, by id. */
export function listBrands(reader: Reader) {
  return reader
    .selectFrom('brands')
    .leftJoin('dealers', 'dealers.id', 'brands.fallback_dealer_id')
    .select([
      'brands.id',
      'brands.slug',
      'brands.name',
      'brands.lead_webhook',
      'brands.warranty_crm',
      'brands.registration_auto_accept',
      'brands.sandbox',
      'brands.lead_dedupe_seconds',
      'brands.challenge',
      'brands.consent_texts',
      'brands.fallback_dealer_id',
      'brands.created_at',
      'brands.updated_at',
      'dealers.dealer_code as fallback_dealer',
    ])
    .orderBy('brands.id')
    .execute()
}

/** Returns the brand with this id, which exists. */
export async function findStoredBrand(reader: Reader, id: number): Promise<StoredBrand> {
  return (await listBrands(reader)).find((brand) => brand.id === id)!
}

/** Returns the dealers with this code or exact name: the one with the code comes first, the others by id. */
export async function findNamedDealers(reader: Reader, text: string) {
  const dealers = await reader
    .selectFrom('dealers')
    .select(['id', 'dealer_code'])
    .where((eb) => eb.or([eb('dealer_code', '=', text), eb('name', '=', text)]))
    .orderBy('id')
    .limit(20)
    .execute()
  return dealers.sort((a, b) => Number(b.dealer_code === text) - Number(a.dealer_code === text))
}

/** Returns the codes of dealers that begin like this text. */
export async function listSimilarCodes(reader: Reader, text: string): Promise<string[]> {
  const start = text.slice(0, 2).replace(/[\\%_]/g, '\\$&')
  const dealers = await reader
    .selectFrom('dealers')
    .select('dealer_code')
    .where(sql<boolean>`lower(dealer_code) like lower(${`${start}%`}) escape '\\'`)
    .limit(5_000)
    .execute()
  return dealers.map((dealer) => dealer.dealer_code)
}

/**
 * Changes a brand. Without another slug, PostgreSQL need not keep what refers to the brand from being stored meanwhile; an
 * upsert would.
 */
export async function updateBrand(trx: Trx, id: number, brand: Updateable<Schema['brands']>): Promise<void> {
  await trx.updateTable('brands').set(brand).where('id', '=', id).execute()
}

/** Creates a brand. Returns its id. */
export async function insertBrand(trx: Trx, brand: Insertable<Schema['brands']>): Promise<number> {
  const { id } = await trx.insertInto('brands').values(brand).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Frees the slugs of brands that are about to get their final ones: slugs have no blanks. */
export async function vacateSlugs(trx: Trx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await trx.updateTable('brands').set({ slug: sql`'vacant ' || id` }).where('id', 'in', ids).execute()
}

export async function updateFallback(
  trx: Trx,
  brandId: number,
  fallback: { fallback_dealer_id: number | null; updated_at: number },
): Promise<void> {
  await trx.updateTable('brands').set(fallback).where('id', '=', brandId).execute()
}
