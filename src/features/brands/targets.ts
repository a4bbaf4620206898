/** The target of a brand's leads: one URL, and others for some categories. Stored as JSON with the brand. */
export interface LeadWebhook {
  /** Absent: only the categories listed have a webhook. */
  url?: string
  /** Standard Webhooks secret; absent: deliveries are not signed. */
  secret?: string
  /** Also signs, until receivers use `secret`. */
  previous_secret?: string
  categories?: Record<string, string>
}

/** A CRM that receives our generic signed events. */
interface WebhookCrm {
  type: 'webhook'
  url: string
  secret?: string
  previous_secret?: string
}

/** The base URL of HighLevel's API. */
export const HIGHLEVEL_URL = 'https://services.leadconnectorhq.com'

/** Returns the address and the headers of a call to HighLevel's API. */
export function highLevelCall({ url = HIGHLEVEL_URL, token }: HighLevelCrm, path: string) {
  return {
    url: `${url.replace(/\/+$/, '')}${path}`,
    headers: { authorization: `Bearer ${token}`, version: '2021-07-28', accept: 'application/json' },
  }
}

/** A CRM with HighLevel's API v2. */
export interface HighLevelCrm {
  type: 'highlevel'
  /** Base URL of the API; absent: HighLevel's own. */
  url?: string
  /** Bearer token: a private integration's. */
  token: string
  location_id: string
  /** Custom field key or id in HighLevel -> dotted path in the full warranty record. */
  custom_fields?: Record<string, string>
}

export type WarrantyCrm = WebhookCrm | HighLevelCrm

/** Returns a brand's targets as they are stored. */
export function readTargets(brand: { lead_webhook: string | null; warranty_crm: string | null } | null) {
  return {
    lead_webhook: JSON.parse(brand?.lead_webhook ?? 'null') as LeadWebhook | null,
    warranty_crm: JSON.parse(brand?.warranty_crm ?? 'null') as WarrantyCrm | null,
  }
}
