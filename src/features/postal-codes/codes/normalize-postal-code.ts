import { postalCountryOf } from '../../../platform/postal-country.ts'

const US_ZIP = /^[0-9]{5}$/
// Canada Post uses no D, F, I, O, Q or U anywhere, and neither W nor Z in first place.
const CA_CODE = /^[ABCEGHJ-NPRSTVXY][0-9][ABCEGHJ-NPRSTV-Z] ?[0-9][ABCEGHJ-NPRSTV-Z][0-9]$/i
// APO, FPO and DPO: AE (09x), AA (340), AP (962-966).
const MILITARY_ZIP = /^(?:09|340|96[2-6])/
/** The longest postal codes in use have ten characters; twice that leaves room for odd spacing. */
const MAX_LENGTH = 20

/**
 * Checks a postal code by its country's rules and returns the form in which it is looked up and stored: US five ASCII
 * digits as they are; CA `A1A 1A1`; elsewhere as given, but with blanks tidied, full-width characters folded and
 * letters in upper case.
 * @param given ISO 3166-1 alpha-2, upper case
 * @returns the code, or an error that says what is wrong
 */
export function normalizePostalCode(given: string, raw: string): { code: string } | { error: string } {
  const country = postalCountryOf(given)
  if (country === 'US') {
    return US_ZIP.test(raw)
      ? { code: raw }
      : { error: 'Invalid US postal code format: send exactly 5 digits' }
  }
  if (country === 'CA') {
    if (!CA_CODE.test(raw)) return { error: 'Invalid CA postal code format: send it as A1A 1A1' }
    const upper = raw.toUpperCase()
    return { code: `${upper.slice(0, 3)} ${upper.slice(-3)}` }
  }
  return normalizeElsewhere(raw)
}

/** Returns whether a ZIP belongs to the military post, which follows its units around the world and has no place. */
export function isMilitaryZip(zip: string): boolean {
  return MILITARY_ZIP.test(zip)
}

function normalizeElsewhere(raw: string): { code: string } | { error: string } {
  // Capped before it is normalized: a long string must cost nothing.
  if (raw.length > MAX_LENGTH) {
    return { error: `Invalid postal code: send at most ${MAX_LENGTH} characters` }
  }
  if (!raw.isWellFormed() || /\p{Cc}/u.test(raw)) {
    return { error: 'Invalid postal code: it contains characters that are not in postal codes' }
  }
  const code = raw.normalize('NFKC').replace(/\s+/g, ' ').trim().toUpperCase()
  return code === '' ? { error: 'Invalid postal code: it is empty' } : { code }
}
