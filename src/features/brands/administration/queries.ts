import type { Reader } from '../../../platform/db/db.ts'

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
