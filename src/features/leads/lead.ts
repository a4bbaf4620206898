import type { Static } from 'typebox'
import { LeadBoatBuild, LeadBody, LeadContact, LeadProduct } from './schemas.ts'

/** A lead as it is stored and forwarded: trimmed, defaults filled in, with all unknown fields. */
export interface Lead {
  [field: string]: unknown
  brand: string
  contact_category: string
  send_to_dealer: boolean
  contact: LeadContactDetails
  product?: { product_name?: string; product_year?: string }
  boat_build?: Partial<Record<keyof typeof LeadBoatBuild.properties, string>>
  custom_fields?: Record<string, unknown>
}

export type LeadContactDetails = WithoutNulls<Static<typeof LeadContact>> & Record<string, unknown>

type WithoutNulls<T> = { [K in keyof T]: Exclude<T[K], null> }

/** Names that the webhook's payload reserves: a caller's fields with these names are dropped. */
const RESERVED = ['lead_id', 'received_at', 'dealer']

/** Returns the lead that a valid body describes. */
export function toLead(body: Static<typeof LeadBody>): Lead {
  const lead: Record<string, unknown> = withoutNulls(body, LeadBody)
  for (const name of RESERVED) delete lead[name]
  const contact = withoutNulls(body.contact, LeadContact)
  if (contact.contact_country_code) contact.contact_country_code = contact.contact_country_code.toUpperCase()
  lead.send_to_dealer ??= false
  lead.contact = {
    ...contact,
    contact_email_optin: contact.contact_email_optin ?? true,
    contact_phone_optin: contact.contact_phone_optin ?? true,
  }
  if (body.product) lead.product = withoutNulls(body.product, LeadProduct)
  if (body.boat_build) lead.boat_build = withoutNulls(body.boat_build, LeadBoatBuild)
  return lead as Lead
}

/** Null means absent in known fields; in unknown ones it stays. */
function withoutNulls<T extends object>(fields: T, { properties }: { properties: object }): T {
  if (!Object.values(fields).includes(null)) return { ...fields }
  const entries = Object.entries(fields)
  return Object.fromEntries(
    entries.filter(([name, value]) => value !== null || !Object.hasOwn(properties, name)),
  ) as T
}
