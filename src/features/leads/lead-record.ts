import { toIsoMicros } from '../../platform/clock.ts'
import type { Brand } from '../brands/index.ts'
import type { Lead } from './lead.ts'
import type { DuplicateRow, LeadRow } from './queries.ts'

export type LeadRecord = ReturnType<typeof toRecord>

/** Returns a lead as an administrator sees it: its content, the dealer and why, and the record of consent. */
export function toRecord(row: LeadRow, brand: Pick<Brand, 'slug'>, duplicates: number) {
  const lead = JSON.parse(row.body) as Lead
  return {
    lead_id: row.id,
    received_at: toIsoMicros(row.received_at),
    brand_id: row.brand_id,
    brand: brand.slug,
    state: row.state,
    updated_at: toIsoMicros(row.updated_at),
    lead,
    dealer_id: row.dealer_id,
    dealer: row.dealer === null ? null : (JSON.parse(row.dealer) as Record<string, unknown>),
    dealer_reason: row.dealer_reason,
    consent: {
      // Null after the person was erased.
      email_optin: (lead.contact.contact_email_optin ?? null) as boolean | null,
      email_optin_source: sourceOf(row.email_optin_given),
      phone_optin: (lead.contact.contact_phone_optin ?? null) as boolean | null,
      phone_optin_source: sourceOf(row.phone_optin_given),
      ...senderOf(row),
    },
    duplicates,
  }
}

/** Returns one time that a lead came again. */
export function toDuplicate(row: DuplicateRow) {
  return {
    received_at: toIsoMicros(row.received_at),
    email_optin_source: sourceOf(row.email_optin_given),
    phone_optin_source: sourceOf(row.phone_optin_given),
    ...senderOf(row),
  }
}

function senderOf({
  token_id,
  client_address,
  user_agent,
}: Pick<LeadRow, 'token_id' | 'client_address' | 'user_agent'>) {
  return { token_id, client_address, user_agent }
}

/** Null in leads that are older than this record. */
function sourceOf(given: LeadRow['email_optin_given']): 'given' | 'default' | null {
  if (given === null) return null
  return given ? 'given' : 'default'
}
