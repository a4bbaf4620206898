import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js'

/** Fewer stand by chance in many texts: a year, an engine's number. */
const FEWEST_DIGITS = 6

/** The number in E.164 (`+14155550132`), read as one dials it in the country; as given where that cannot be done. */
export function toE164(phone: string, countryCode: string): string {
  return parse(phone, countryCode)?.number ?? phone
}

/**
 * The number however it is written, with the country's code or without: `(415) 555-0132` and `+1 415.555.0132` are
 * one. Null where the text is no number that can be dialled, or a very short one.
 */
export function phonePattern(phone: string, countryCode: string): RegExp | null {
  const parsed = parse(phone, countryCode)
  if (!parsed || parsed.nationalNumber.length < FEWEST_DIGITS) return null
  const between = '[\\s()./\\p{Pd}]{0,5}'
  const country = `(?:(?:\\+|00)?${parsed.countryCallingCode}${between})?`
  // Dialled within the country: 030 1234567; in the form that is common in Germany: +49 (0)30 1234567.
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
