import { type Insertable, sql } from 'kysely'
import type { Reader, Trx } from '../../platform/db/db.ts'
import type { Schema } from '../../platform/db/schema.ts'

export type StoredBrand = Awaited<ReturnType<typeof listBrands>>[number]

export function listBrands(reader: Reader) {
  return reader
    .selectFrom('brands')
    .select([
      'id',
      'slug',
      'name',
      'lead_webhook',
      'warranty_crm',
      'fallback_dealer_id',
      'lead_dedupe_seconds',
    ])
    .orderBy('id')
    .execute()
}

/** Creates the brand with this id, or changes the one that has it. */
export async function upsertBrand(trx: Trx, id: number, brand: Insertable<Schema['brands']>): Promise<void> {
  await trx
    .insertInto('brands')
    .values({ ...brand, id })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(brand))
    .execute()
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
