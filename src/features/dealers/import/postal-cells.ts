import { countryFromText } from '../../../platform/validate.ts'

const US_STATES = new Set(
  'AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC PR VI GU AS MP'.split(
    ' ',
  ),
)
const CA_CODE = /^[A-Za-z]\d[A-Za-z](?:[ -]?\d[A-Za-z]\d)?$/

/** The country that a row without one must be in, judged by the forms of its state and postal code; null: unclear. */
export function guessCountry(state: string, postalCode: string): string | null {
  if (CA_CODE.test(postalCode)) return 'CA'
  const zip = /^\d{3,5}(?:-\d{4})?$/.test(postalCode)
  return zip && (state === '' || US_STATES.has(state.toUpperCase())) ? 'US' : null
}

/** A country cell, or the default for files without: its ISO 3166-1 alpha-2 code; null for no country. */
export function readCountry(text: string): string | null {
  return countryFromText(text)
}

/**
 * A ZIP code as it was before a spreadsheet took it for a number: four digits have lost one leading zero. The
 * four digits after a hyphen are dropped.
 */
export function repairZip(text: string): { code: string; repaired: boolean } {
  const [, zip] = /^(\d{3,5})-\d{4}$/.exec(text) ?? []
  const code = zip ?? text
  return /^\d{3,4}$/.test(code) ? { code: code.padStart(5, '0'), repaired: true } : { code, repaired: false }
}
