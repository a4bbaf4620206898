import type { StoredBrand } from './queries.ts'
import type { LeadWebhook, WarrantyCrm } from './targets.ts'

/** The fields of `toAuditView` whose values the audit trail keeps: URLs can contain secrets, their hosts can't. */
export const AUDITED_FIELDS = [
  'slug',
  'name',
  'lead_webhook_hosts',
  'warranty_crm_type',
  'warranty_crm_host',
  'registration_auto_accept',
  'sandbox',
  'lead_dedupe_seconds',
  'challenge',
  'consent_texts',
]

/** Returns a brand as the audit trail records it, without its fallback dealer: `nameFallbackDealers` records that. */
export function toAuditView({
  id: _,
  fallback_dealer_id,
  fallback_dealer,
  ...brand
}: Omit<StoredBrand, 'id' | 'fallback_dealer_id' | 'fallback_dealer' | 'created_at' | 'updated_at'> &
  Partial<StoredBrand>) {
  const { lead_webhook, warranty_crm, consent_texts } = brand
  const webhook = lead_webhook === null ? null : (JSON.parse(lead_webhook) as LeadWebhook)
  const crm = warranty_crm === null ? null : (JSON.parse(warranty_crm) as WarrantyCrm)
  const urls = webhook && [webhook.url, ...Object.values(webhook.categories ?? {})]
  return {
    ...brand,
    registration_auto_accept: Boolean(brand.registration_auto_accept),
    sandbox: Boolean(brand.sandbox),
    challenge: Boolean(brand.challenge),
    consent_texts: consent_texts === null ? null : JSON.parse(consent_texts),
    lead_webhook_hosts: urls && [...new Set(urls.flatMap((url) => (url && hostOf(url)) || []))],
    warranty_crm_type: crm?.type ?? null,
    warranty_crm_host: crm?.url ? hostOf(crm.url) : null,
  }
}

function hostOf(url: string): string | null {
  return URL.parse(url)?.host ?? null
}
