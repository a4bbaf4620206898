import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js'

/** Shorter numbers occur in many texts by chance, such as years. */
const FEWEST_DIGITS = 6

/** Returns the number in E.164 (`+14155550132`), read as dialed in the country; unchanged if that is impossible. */
export function toE164(phone: string, countryCode: string): string {
  return parse(phone, countryCode)?.number ?? phone
}

/**
 * Returns a pattern that matches every spelling of the number, with or without the country's code: `(415) 555-0132` and
 * `+1 415.555.0132` are the same. Null for a text that cannot be dialed, and for very short numbers.
 */
export function phonePattern(phone: string, countryCode: string): RegExp | null {
  const parsed = parse(phone, countryCode)
  if (!parsed || parsed.nationalNumber.length < FEWEST_DIGITS) return null
  const between = '[\\s()./\\p{Pd}]{0,5}'
  const country = `(?:(?:\\+|00)?${parsed.countryCallingCode}${between})?`
  // 030 1234567 within Germany; +49 (0)30 1234567 is common there, too.
  const trunk = `(?:\\(?0\\)?${between})?`
  const national = [...parsed.nationalNumber].join(between)
  const extension = '(?:\\s?(?:x|ext\\.?)\\s?\\p{N}+)?'
  const number = `\\+?\\(?${country}${trunk}${national}${extension}`
  return new RegExp(`(?<![\\p{L}\\p{N}])${number}(?![\\p{L}\\p{N}])`, 'giu')
}

function parse(phone: string, countryCode: string) {
  const country: CountryCode | undefined = isSupportedCountry(countryCode) ? countryCode : undefined
  const parsed = parsePhoneNumberFromString(phone, country)
  return parsed?.isPossible() ? parsed : undefined
}
