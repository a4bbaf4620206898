import { setTimeout as sleep } from 'node:timers/promises'
import { countryFromText } from '../../platform/validate.ts'
import type { LeadContext } from './context.ts'
import type { Lead } from './lead.ts'

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

const BUDGET_MS = 3_000

/**
 * The dealer of a lead that wants one: by `send_to_dealer`, or because it is a message to a dealer. Null also when
 * the place is not known, or the geocoding service fails or takes too long: the lead comes first.
 */
export async function findDealerFor(
  ctx: LeadContext,
  lead: Lead,
  brandId: number,
): Promise<AssignedDealer | null> {
  if (!lead.send_to_dealer && lead.contact_category !== 'contact_dealer') return null
  const place = placeOf(lead)
  if (!place) return null
  try {
    const tooLong = sleep(BUDGET_MS, null, { ref: false })
    return await Promise.race([ctx.assignDealer(brandId, place), tooLong])
  } catch (err) {
    ctx.log.warn({ err }, 'a lead got no dealer: the locator failed')
    return null
  }
}

/**
 * Where the prospect is. A ZIP+4 counts as its ZIP. Without a country, a code in Canada's form is Canadian and one
 * of five digits American, as the contact of a warranty is by default.
 */
export function placeOf({ contact }: Pick<Lead, 'contact'>): { postalCode: string; country: string } | null {
  const code = contact.contact_zip_code
  if (!code) return null
  const country =
    contact.contact_country_code || countryFromText(contact.contact_country ?? '') || countryBy(code)
  if (!country) return null
  return { postalCode: country === 'US' ? code.replace(/^(\d{5})-\d{4}$/, '$1') : code, country }
}

function countryBy(code: string): string | null {
  if (/^\d{5}(-\d{4})?$/.test(code)) return 'US'
  return /^[a-z]\d[a-z] ?\d[a-z]\d$/i.test(code) ? 'CA' : null
}
