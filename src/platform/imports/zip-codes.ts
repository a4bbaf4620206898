import type { Issue } from '../errors.ts'

const US_STATES = new Set(
  'AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC PR VI GU AS MP'.split(
    ' ',
  ),
)
/** The states with ZIP codes that begin with 0. NY has two of them. */
const STATES_AT_ZERO = new Set('CT MA ME NH NJ NY PR RI VI VT'.split(' '))
const CA_CODE = /^[A-Za-z]\d[A-Za-z] ?\d[A-Za-z]\d$/

/** Returns whether a text has the form of a Canadian postal code. */
export function isCanadianCode(text: string): boolean {
  return CA_CODE.test(text)
}

/**
 * Returns the country (ISO 3166-1 alpha-2) of an address without one, by the forms of its state and postal code;
 * undefined if that is ambiguous.
 */
export function guessCountry(state: string, postalCode: string): string | undefined {
  if (isCanadianCode(postalCode)) return 'CA'
  const [, zip = ''] = /^(\d{3,5})(?:-\d{4})?$/.exec(postalCode) ?? []
  // Many countries have codes of four or five digits, and some of the state abbreviations.
  const states = zip.length === 5 ? US_STATES : STATES_AT_ZERO
  return zip !== '' && states.has(state.toUpperCase()) ? 'US' : undefined
}

/** Returns a ZIP or ZIP+4 code with the leading zeros that a spreadsheet dropped. Other texts are returned as they are. */
export function restoreZip(text: string): string {
  return text.replace(/^\d{3,4}(?=-\d{4}$|$)/, (zip) => zip.padStart(5, '0'))
}

/** Returns the note on a ZIP code that `restoreZip` changed. */
export function noteRestoredZip(field: string, original: string, zip: string): Issue {
  return { field, message: `Postal code "${original}" lost its leading zeros and was read as ${zip}.` }
}
