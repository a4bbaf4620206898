import type { Reader } from '../../../platform/db/db.ts'
import { AppError } from '../../../platform/errors.ts'
import { pickBrand } from '../find-brands.ts'
import { listBrands, type StoredBrand } from '../queries.ts'
import type { LeadWebhook, WarrantyCrm } from '../targets.ts'
import { mergeCrm, mergeLeadWebhook, type TargetFlags, type TargetSecrets } from './target-options.ts'

/** What is given of a brand beside its targets, with names as in the set-up file. */
type BrandFields = Record<string, unknown>

/** What the options say of a brand. */
export interface GivenBrand {
  fields: BrandFields
  flags: TargetFlags
  secrets: TargetSecrets
}

/** The brand with this slug or id. Throws NOT_FOUND. */
export async function findBrand(reader: Reader, reference: string): Promise<StoredBrand> {
  return pickBrand(await listBrands(reader), reference)
}

/** A brand as commands show it: never a secret, and of addresses, which may bear some, the host, unless `urls`. */
export function describeBrand(brand: StoredBrand, { urls }: { urls: boolean }) {
  const show = (url: string | undefined) => (url === undefined || urls ? url : hostOf(url))
  const { lead_webhook, warranty_crm } = readTargets(brand)
  return {
    id: brand.id,
    slug: brand.slug,
    name: brand.name,
    lead_webhook: lead_webhook && {
      url: show(lead_webhook.url),
      ...describeSecrets(lead_webhook),
      categories: mapValues(lead_webhook.categories, show),
    },
    warranty_crm: warranty_crm && describeCrm(warranty_crm, show),
    fallback_dealer: brand.fallback_dealer,
    fallback_dealer_id: brand.fallback_dealer_id,
    lead_dedupe_seconds: brand.lead_dedupe_seconds,
  }
}

/** Plans a new brand. Throws VALIDATION_ERROR where the slug or the id belongs to one. */
export async function planNewBrand(reader: Reader, given: GivenBrand) {
  const { id, slug } = given.fields
  const same = (await listBrands(reader)).find((brand) => brand.id === id || brand.slug === slug)
  if (!same) return { brands: [merge(given, null)] }
  throw new AppError(
    'VALIDATION_ERROR',
    `There is such a brand already: ${same.slug} (id ${same.id}). Change it with: transom brands update ${same.slug}`,
  )
}

/** Plans that a brand has these fields. */
export async function planBrand(reader: Reader, reference: string, given: GivenBrand) {
  const brand = await findBrand(reader, reference)
  return { brands: [{ id: brand.id, ...merge(given, brand) }] }
}

function merge({ fields, flags, secrets }: GivenBrand, stored: StoredBrand | null) {
  const { lead_webhook, warranty_crm } = readTargets(stored)
  return {
    ...fields,
    lead_webhook: mergeLeadWebhook(lead_webhook, flags, secrets),
    warranty_crm: mergeCrm(warranty_crm, flags, secrets),
  }
}

function readTargets(brand: StoredBrand | null) {
  return {
    lead_webhook: JSON.parse(brand?.lead_webhook ?? 'null') as LeadWebhook | null,
    warranty_crm: JSON.parse(brand?.warranty_crm ?? 'null') as WarrantyCrm | null,
  }
}

function describeCrm(crm: WarrantyCrm, show: (url: string | undefined) => string | undefined) {
  const { type } = crm
  if (type === 'webhook') return { type, url: show(crm.url), ...describeSecrets(crm) }
  return { type, url: show(crm.url), location_id: crm.location_id, custom_fields: crm.custom_fields }
}

function describeSecrets({ secret, previous_secret }: Pick<LeadWebhook, 'secret' | 'previous_secret'>) {
  return { signed: Boolean(secret), ...(previous_secret && { previous_secret_signs: true }) }
}

function hostOf(url: string): string {
  const { origin, href } = new URL(url)
  return href === `${origin}/` ? origin : `${origin}/…`
}

function mapValues<T>(object: Record<string, string> | undefined, change: (text: string) => T) {
  return object && Object.fromEntries(Object.entries(object).map(([key, text]) => [key, change(text)]))
}
