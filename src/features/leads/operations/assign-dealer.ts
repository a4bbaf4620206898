import { setTimeout as sleep } from 'node:timers/promises'
import { countryFromText } from '../../../platform/validate.ts'
import type { LeadContext } from '../context.ts'
import type { Lead } from '../lead.ts'

/** The dealer that a lead goes to, and its object as the locator shows it. */
export interface AssignedDealer {
  dealerId: number
  dealer: Record<string, unknown>
}

/** Picks the dealer by the locator's own rule; null where there is none. Codes are as the prospect gave them. */
export type AssignDealer = (
  brandId: number,
  place: { postalCode: string; country: string },
) => Promise<AssignedDealer | null>

/** A lead's dealer, if it has one, and why: the locator's match type, or a word for why there is none. */
export interface Assignment {
  assigned: AssignedDealer | null
  reason: string
}

const BUDGET_MS = 3_000

/**
 * The dealer of a lead that wants one: by `send_to_dealer`, or because it is a message to a dealer. None also when
 * the place is not known, or the geocoding service fails or takes too long: the lead comes first.
 */
export async function findDealerFor(ctx: LeadContext, lead: Lead, brandId: number): Promise<Assignment> {
  if (!lead.send_to_dealer && lead.contact_category !== 'contact_dealer') return none('not_wanted')
  const place = placeOf(lead)
  if (!place) return none('no_place')
  const over = new AbortController()
  const tooLong = sleep(BUDGET_MS, 'too slow' as const, { ref: false, signal: over.signal })
  // Ended by the signal, it rejects.
  tooLong.catch(() => undefined)
  try {
    const assigned = await Promise.race([ctx.assignDealer(brandId, place), tooLong])
    if (assigned === 'too slow') return none('too_slow')
    return assigned ? { assigned, reason: String(assigned.dealer.match_type) } : none('none_found')
  } catch (err) {
    ctx.log.warn({ err }, 'a lead got no dealer: the locator failed')
    return none('failed')
  } finally {
    over.abort()
  }
}

/**
 * Where the prospect is. A ZIP+4 counts as its ZIP. Without a country that we know, a code in Canada's form is Canadian;
 * one of five digits is American, as the contact of a warranty is by default, unless a country is named.
 */
export function placeOf({ contact }: Pick<Lead, 'contact'>): { postalCode: string; country: string } | null {
  const code = contact.contact_zip_code
  if (!code) return null
  const name = contact.contact_country ?? ''
  const country = contact.contact_country_code || countryFromText(name) || countryBy(code, name)
  if (!country) return null
  return { postalCode: country === 'US' ? code.replace(/^(\d{5})-\d{4}$/, '$1') : code, country }
}

/** Many countries' codes are five digits, no other's have Canada's form. */
function countryBy(code: string, name: string): string | null {
  if (/^\d{5}(-\d{4})?$/.test(code)) return name ? null : 'US'
  return /^[a-z]\d[a-z] ?\d[a-z]\d$/i.test(code) ? 'CA' : null
}

function none(reason: string): Assignment {
  return { assigned: null, reason }
}
