import { type Cached, cached, invalidate } from '../../platform/db/cached.ts'
import type { Db, Reader, Trx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { listBrands } from './queries.ts'
import type { LeadWebhook, WarrantyCrm } from './targets.ts'

export interface Brand {
  id: number
  slug: string
  name: string
  /** Where leads go; null: they are only kept. */
  leadWebhook: LeadWebhook | null
  /** Where warranties are synchronised to; null: nowhere. */
  warrantyCrm: WarrantyCrm | null
  fallbackDealerId: number | null
  /** Seconds after a lead within which the same one counts as sent twice; null: never. */
  leadDedupeSeconds: number | null
}

/** All brands, by both of their names. */
export interface Brands {
  byId: ReadonlyMap<number, Brand>
  bySlug: ReadonlyMap<string, Brand>
}

const TOPIC = 'brands'

/** The brands, held in memory and kept true. */
export function holdBrands(db: Db): Cached<Brands> {
  return cached(db, TOPIC, load)
}

/** The brand with this slug, or BRAND_NOT_FOUND. */
export async function findBrand(brands: Cached<Brands>, slug: string): Promise<Brand> {
  const brand = (await brands.getFresh()).bySlug.get(slug)
  if (brand) return brand
  throw new AppError('BRAND_NOT_FOUND', `There is no brand "${slug}".`)
}

/** To be called in the transaction that changes a brand. */
export function brandsChanged(db: Db, trx: Trx): Promise<void> {
  return invalidate(db, trx, TOPIC)
}

/** The topic of what processes remember of dealers; the locators know the brand's slug and fallback dealer, too. */
export const DEALERS = 'dealers'

/** To be called in the transaction that changes a brand's slug or fallback dealer. */
export function locatorsChanged(db: Db, trx: Trx): Promise<void> {
  return invalidate(db, trx, DEALERS)
}

async function load(reader: Reader): Promise<Brands> {
  const rows = await listBrands(reader)
  const brands = rows.map((row) => ({
    id: row.id,
    slug: row.slug,
    name: row.name,
    leadWebhook: row.lead_webhook ? (JSON.parse(row.lead_webhook) as LeadWebhook) : null,
    warrantyCrm: row.warranty_crm ? (JSON.parse(row.warranty_crm) as WarrantyCrm) : null,
    fallbackDealerId: row.fallback_dealer_id,
    leadDedupeSeconds: row.lead_dedupe_seconds,
  }))
  return {
    byId: new Map(brands.map((brand) => [brand.id, brand])),
    bySlug: new Map(brands.map((brand) => [brand.slug, brand])),
  }
}
