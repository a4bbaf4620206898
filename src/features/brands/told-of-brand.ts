import type { LeadWebhook, WarrantyCrm } from './targets.ts'

interface StoredTargets {
  slug: string
  name: string
  lead_webhook: string | null
  warranty_crm: string | null
  lead_dedupe_seconds: number | null
}

/** The fields of `toldOfBrand` whose values the audit trail keeps: URLs may bear secrets, their hosts do not. */
export const TOLD_OF_BRANDS = [
  'slug',
  'name',
  'lead_webhook_hosts',
  'warranty_crm_type',
  'warranty_crm_host',
  'lead_dedupe_seconds',
] as const

/** A brand as the audit trail sees it. */
export function toldOfBrand({ slug, name, lead_webhook, warranty_crm, lead_dedupe_seconds }: StoredTargets) {
  const webhook = lead_webhook === null ? null : (JSON.parse(lead_webhook) as LeadWebhook)
  const crm = warranty_crm === null ? null : (JSON.parse(warranty_crm) as WarrantyCrm)
  const urls = webhook && [webhook.url, ...Object.values(webhook.categories ?? {})]
  return {
    slug,
    name,
    lead_webhook,
    lead_webhook_hosts: urls && [...new Set(urls.flatMap((url) => (url && hostOf(url)) || []))],
    warranty_crm,
    warranty_crm_type: crm?.type ?? null,
    warranty_crm_host: crm?.url ? hostOf(crm.url) : null,
    lead_dedupe_seconds,
  }
}

function hostOf(url: string): string | null {
  return URL.parse(url)?.host ?? null
}
