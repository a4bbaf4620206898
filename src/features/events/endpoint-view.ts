import { toIsoMicros } from '../../platform/clock.ts'
import type { StoredEndpoint } from './queries/endpoint-queries.ts'

export type EndpointView = ReturnType<typeof toEndpointView>

/** Returns an endpoint as its callers see it: without secrets. */
export function toEndpointView(row: StoredEndpoint) {
  const time = (at: number | null) => (at === null ? null : toIsoMicros(at))
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    brands: row.brands.map(({ slug }) => slug),
    event_types: JSON.parse(row.event_types) as string[],
    active: Boolean(row.active),
    previous_secret_signs: row.previous_secret !== null,
    failing_since: time(row.failing_since),
    disabled_at: time(row.disabled_at),
    disabled_reason:
      row.disabled_at === null ? null : 'Every attempt failed for five days. Set active to true to go on.',
    created_at: toIsoMicros(row.created_at),
    updated_at: toIsoMicros(row.updated_at),
  }
}

/** The fields of `toAuditView` whose values the audit trail keeps: a URL can contain secrets, its host can't. */
export const AUDITED_FIELDS = ['host', 'brands', 'event_types', 'active']

/** Returns an endpoint as the audit trail records it. */
export function toAuditView(row: StoredEndpoint) {
  const { url, description, brands, event_types, active } = toEndpointView(row)
  const { secret, previous_secret } = row
  return { url, host: hostOf(url), description, brands, event_types, active, secret, previous_secret }
}

export function hostOf(url: string): string | null {
  return URL.parse(url)?.host ?? null
}
