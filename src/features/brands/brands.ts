import { type Cached, cached, invalidate } from '../../platform/db/cached.ts'
import type { Db, Reader, Trx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { listBrands } from './queries.ts'
import type { LeadWebhook, WarrantyCrm } from './targets.ts'

export interface Brand {
  id: number
  slug: string
  name: string
  /** The target of leads; null: leads are only stored. */
  leadWebhook: LeadWebhook | null
  /** The CRM that receives warranties; null: none. */
  warrantyCrm: WarrantyCrm | null
  fallbackDealerId: number | null
  /** Whether registrations that match are accepted without staff. */
  registrationAutoAccept: boolean
  /** Whether nothing leaves the server: deliveries are only recorded. */
  sandbox: boolean
  /** Seconds in which a repeated lead is a duplicate; null: never. */
  leadDedupeSeconds: number | null
  /** Whether submissions with a publishable key need a proof of work. */
  challenge: boolean
  /** The text that people agree to in a form on the brand's website, by language: `en`, `fr`. */
  consentTexts: Record<string, string>
}

/** All brands, by id and by slug. */
export interface Brands {
  byId: ReadonlyMap<number, Brand>
  bySlug: ReadonlyMap<string, Brand>
}

const TOPIC = 'brands'

/** A cache of the brands. */
export function createBrandCache(db: Db): Cached<Brands> {
  return cached(db, TOPIC, load)
}

/** Returns the brand with this slug. @throws AppError BRAND_NOT_FOUND */
export async function findBrand(brands: Cached<Brands>, slug: string): Promise<Brand> {
  const brand = (await brands.getFresh()).bySlug.get(slug)
  if (brand) return brand
  throw new AppError('BRAND_NOT_FOUND', `There is no brand "${slug}".`)
}

/** Returns a function that tells whether a brand is a sandbox. */
export function sandboxOf(brands: Cached<Brands>) {
  return async (brandId: number): Promise<boolean> =>
    (await brands.getFresh()).byId.get(brandId)?.sandbox ?? false
}

/** The topic of cached users and tokens: holders of all brands hold new ones, too. */
export const ACCESS = 'access'

/** Invalidates the cache. Call it in the transaction that changes or creates brands. */
export async function brandsChanged(db: Db, trx: Trx, { created }: { created: boolean }): Promise<void> {
  await invalidate(db, trx, TOPIC)
  if (created) await invalidate(db, trx, ACCESS)
}

/** The topic of cached dealers. The locator caches a brand's slug and fallback dealer, too. */
export const DEALERS = 'dealers'

/** Invalidates the locator's caches. Call it in the transaction that changes a brand's slug or fallback dealer. */
export function locatorsChanged(db: Db, trx: Trx): Promise<void> {
  return invalidate(db, trx, DEALERS)
}

/** Returns stored texts, by language. */
export function readTexts(stored: string | null): Record<string, string> | null {
  return stored === null ? null : JSON.parse(stored)
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
    registrationAutoAccept: Boolean(row.registration_auto_accept),
    sandbox: Boolean(row.sandbox),
    leadDedupeSeconds: row.lead_dedupe_seconds,
    challenge: Boolean(row.challenge),
    consentTexts: readTexts(row.consent_texts) ?? {},
  }))
  return {
    byId: new Map(brands.map((brand) => [brand.id, brand])),
    bySlug: new Map(brands.map((brand) => [brand.slug, brand])),
  }
}
