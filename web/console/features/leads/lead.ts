import type { Schemas } from '../../api/client.ts'
import { text } from '../../text/text.ts'

const CANADIAN = /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/i

export type Lead = Schemas['Lead']

/** A lead as it was submitted. The schema allows more fields, with any values. */
interface Submitted {
  contact_category?: string
  contact?: Record<string, unknown>
  product?: Record<string, unknown> | null
  boat_build?: Record<string, unknown> | null
  custom_fields?: Record<string, unknown> | null
}

export function submitted({ lead }: Pick<Lead, 'lead'>): Submitted {
  return lead as Submitted
}

/** Returns a field of the prospect's contact; an empty text where there is none. */
export function contactField(lead: Pick<Lead, 'lead'>, name: string): string {
  const value = submitted(lead).contact?.[`contact_${name}`]
  return value === undefined || value === null ? '' : String(value)
}

/** Returns the prospect's name, else the e-mail address. */
export function prospectOf(lead: Pick<Lead, 'lead'>): string {
  const name = `${contactField(lead, 'first_name')} ${contactField(lead, 'last_name')}`.trim()
  return name || contactField(lead, 'email') || text.common.unnamed
}

/** Returns city, postal code and country, as far as they are known. */
export function placeOf(lead: Pick<Lead, 'lead'>): string {
  const names = ['city', 'state', 'zip_code', 'country_code']
  return names
    .map((name) => contactField(lead, name))
    .filter(Boolean)
    .join(', ')
}

/**
 * Returns the postal code by which the locator finds dealers for a lead, in its country. As at intake, a ZIP+4 counts as
 * its ZIP, and a code tells its country where none is given.
 */
export function locatedBy(lead: Pick<Lead, 'lead'>): { country: string; postal_code: string } | undefined {
  const code = contactField(lead, 'zip_code')
  const zip = /^(\d{5})(?:-?\d{4})?$/.exec(code)?.[1]
  const country = contactField(lead, 'country_code') || (zip ? 'US' : CANADIAN.test(code) ? 'CA' : '')
  return code && country ? { country, postal_code: zip ?? code } : undefined
}

/** Where a lead's dealer is. */
export interface LeadDealer {
  id: number
  name: string
  latitude: number
  longitude: number
}

/** Returns the dealer for a map, as it was when the lead was assigned; null without coordinates. */
export function placedDealer({ dealer }: Pick<Lead, 'dealer'>): LeadDealer | null {
  const { latitude, longitude } = (dealer ?? {}) as Partial<LeadDealer>
  return typeof latitude === 'number' && typeof longitude === 'number'
    ? (dealer as unknown as LeadDealer)
    : null
}

/** Returns the name of the dealer, as it was when the lead was assigned. */
export function dealerName({ dealer }: Pick<Lead, 'dealer'>): string | undefined {
  return (dealer as { name?: string } | null)?.name
}

/** Returns what a category is called. */
export function categoryName(category = ''): string {
  return text.leads.categories[category] ?? category
}
