import type { StoredBrand } from './queries.ts'
import { type LeadWebhook, readTargets, type WarrantyCrm } from './targets.ts'

export type BrandView = ReturnType<typeof toBrandView>

/** Returns a brand without its secrets. Addresses can contain some: without `urls` only their hosts are included. */
export function toBrandView(brand: StoredBrand, { urls }: { urls: boolean }) {
  const show = (url: string | undefined) => (url === undefined || urls ? url : hostOf(url))
  const { lead_webhook, warranty_crm } = readTargets(brand)
  return {
    id: brand.id,
    slug: brand.slug,
    name: brand.name,
    lead_webhook: lead_webhook && {
      url: show(lead_webhook.url),
      ...describeSecrets(lead_webhook),
      categories:
        lead_webhook.categories &&
        Object.fromEntries(
          Object.entries(lead_webhook.categories).map(([category, url]) => [category, show(url)]),
        ),
    },
    warranty_crm: warranty_crm && describeCrm(warranty_crm, show),
    fallback_dealer: brand.fallback_dealer,
    fallback_dealer_id: brand.fallback_dealer_id,
    lead_dedupe_seconds: brand.lead_dedupe_seconds,
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
