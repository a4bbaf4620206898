import { setTimeout as sleep } from 'node:timers/promises'
import { postalCountryOf } from '../../../platform/postal-country.ts'
import { countryFromText } from '../../../platform/validate.ts'
import type { AssignedDealer, Assignment, ProspectPlace } from '../assignment.ts'
import type { LeadContext } from '../context.ts'
import type { Lead } from '../lead.ts'

const BUDGET_MS = 3_000

/**
 * Returns the dealer of a lead that wants one, by `send_to_dealer` or as a message to a dealer. There is none where the
 * place is not known, or the geocoding service fails or takes too long: the lead comes first.
 */
export async function assignDealer(
  ctx: Pick<LeadContext, 'assignDealer' | 'chosenDealer' | 'log'>,
  { lead, brandId }: { lead: Lead; brandId: number },
): Promise<Assignment> {
  if (!lead.send_to_dealer && lead.contact_category !== 'contact_dealer') return none('not_wanted')
  const chosen = await findChosen(ctx, { lead, brandId })
  if (chosen) return { assigned: chosen, reason: 'chosen' }
  const place = placeOf(lead)
  if (!place) return none('no_place')
  const timeout = new AbortController()
  const tooSlow = sleep(BUDGET_MS, 'too slow' as const, { ref: false, signal: timeout.signal })
  // It rejects when the signal ends it.
  tooSlow.catch(() => undefined)
  try {
    const assigned = await Promise.race([ctx.assignDealer(brandId, place), tooSlow])
    if (assigned === 'too slow') return none('too_slow')
    return assigned ? { assigned, reason: String(assigned.dealer.match_type) } : none('none_found')
  } catch (err) {
    ctx.log.warn({ err }, 'a lead got no dealer: the locator failed')
    return none('failed')
  } finally {
    timeout.abort()
  }
}

/**
 * Returns where the prospect is: the postal code with its country, the coordinates, or both. A ZIP+4 counts as its ZIP.
 * Without a known country, a code in Canada's form is Canadian; one of five digits is American, unless a country is named.
 */
export function placeOf({ contact }: Pick<Lead, 'contact'>): ProspectPlace | null {
  const { contact_zip_code: code = '', contact_latitude: latitude, contact_longitude: longitude } = contact
  const name = contact.contact_country ?? ''
  const country = contact.contact_country_code || countryFromText(name) || countryByCode(code, name)
  const place: ProspectPlace = {}
  if (country) place.country = country
  if (country && code)
    place.postalCode = postalCountryOf(country) === 'US' ? code.replace(/^(\d{5})-\d{4}$/, '$1') : code
  if (latitude !== undefined && longitude !== undefined && isOnEarth(latitude, longitude)) {
    place.point = { latitude, longitude }
  }
  return place.postalCode || place.point ? place : null
}

/** The codes of many countries have five digits; no other country's have Canada's form. */
function countryByCode(code: string, name: string): string | null {
  if (/^\d{5}(-\d{4})?$/.test(code)) return name ? null : 'US'
  return /^[a-z]\d[a-z] ?\d[a-z]\d$/i.test(code) ? 'CA' : null
}

function isOnEarth(latitude: number, longitude: number): boolean {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
}

/** Returns undefined for anything but the id of a dealer: then the locator decides. */
function findChosen(
  { chosenDealer }: Pick<LeadContext, 'chosenDealer'>,
  { lead, brandId }: { lead: Lead; brandId: number },
): Promise<AssignedDealer | null> | null {
  const id = Number(lead.dealer_id)
  return Number.isSafeInteger(id) && id > 0 ? chosenDealer(brandId, id) : null
}

function none(reason: string): Assignment {
  return { assigned: null, reason }
}
