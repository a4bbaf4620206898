import { toIsoMicros } from '../../platform/clock.ts'
import { holds, type Principal } from '../../platform/principal.ts'
import { readTexts } from './brands.ts'
import type { StoredBrand } from './queries.ts'
import { type LeadWebhook, readTargets, type WarrantyCrm } from './targets.ts'

export type BrandView = ReturnType<typeof toBrandView>

/** Returns a brand without its secrets. Addresses can contain some: see `hideUrls`. */
export function toBrandView(brand: StoredBrand) {
  const { lead_webhook, warranty_crm } = readTargets(brand)
  return {
    id: brand.id,
    slug: brand.slug,
    name: brand.name,
    lead_webhook: lead_webhook && {
      url: lead_webhook.url,
      ...describeSecrets(lead_webhook),
      categories: lead_webhook.categories,
    },
    warranty_crm: warranty_crm && describeCrm(warranty_crm),
    fallback_dealer: brand.fallback_dealer,
    fallback_dealer_id: brand.fallback_dealer_id,
    registration_auto_accept: Boolean(brand.registration_auto_accept),
    sandbox: Boolean(brand.sandbox),
    lead_dedupe_seconds: brand.lead_dedupe_seconds,
    challenge: Boolean(brand.challenge),
    consent_texts: readTexts(brand.consent_texts),
    created_at: toIsoMicros(brand.created_at),
    updated_at: toIsoMicros(brand.updated_at),
  }
}

/** Returns a brand with only the hosts of its addresses. */
export function hideUrls(brand: BrandView): BrandView {
  const { lead_webhook: leads, warranty_crm: crm } = brand
  return {
    ...brand,
    lead_webhook: leads && {
      ...leads,
      url: leads.url && hostOf(leads.url),
      categories:
        leads.categories &&
        Object.fromEntries(Object.entries(leads.categories).map(([name, url]) => [name, hostOf(url)])),
    },
    warranty_crm: crm && { ...crm, url: crm.url && hostOf(crm.url) },
  }
}

/** Returns a brand as the principal may see it: addresses only if it can change them. */
export function brandViewFor(principal: Principal, brand: StoredBrand): BrandView {
  return holds(principal, 'brands:write') ? toBrandView(brand) : hideUrls(toBrandView(brand))
}

function describeCrm(crm: WarrantyCrm) {
  const { type } = crm
  const url: string | undefined = crm.url
  if (type === 'webhook') return { type, url, ...describeSecrets(crm) }
  return { type, url, location_id: crm.location_id, custom_fields: crm.custom_fields }
}

function describeSecrets({ secret, previous_secret }: Pick<LeadWebhook, 'secret' | 'previous_secret'>) {
  return { signed: Boolean(secret), ...(previous_secret && { previous_secret_signs: true }) }
}

function hostOf(url: string): string {
  const { origin, href } = new URL(url)
  return href === `${origin}/` ? origin : `${origin}/…`
}
