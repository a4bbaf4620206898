import { type Insertable, sql, type Updateable } from 'kysely'
import type { Reader, Trx } from '../../platform/db/db.ts'
import type { Schema } from '../../platform/db/schema.ts'

export type StoredBrand = Awaited<ReturnType<typeof listBrands>>[number]

/** All brands with the codes of their fallback dealers, by id. */
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
      'brands.lead_dedupe_seconds',
      'brands.fallback_dealer_id',
      'dealers.dealer_code as fallback_dealer',
    ])
    .orderBy('brands.id')
    .execute()
}

/** Returns the brand with this id, which exists. */
export async function findStoredBrand(reader: Reader, id: number): Promise<StoredBrand> {
  return (await listBrands(reader)).find((brand) => brand.id === id)!
}

/** Returns the id of the dealer with this code. */
export async function findDealerByCode(reader: Reader, code: string): Promise<number | undefined> {
  const dealer = await reader
    .selectFrom('dealers')
    .select('id')
    .where('dealer_code', '=', code)
    .executeTakeFirst()
  return dealer?.id
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
