import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js'

/** The number in E.164 (`+14155550132`), read as one dials it in the country; as given where that cannot be done. */
export function toE164(phone: string, countryCode: string): string {
  const country: CountryCode | undefined = isSupportedCountry(countryCode) ? countryCode : undefined
  const parsed = parsePhoneNumberFromString(phone, country)
  return parsed?.isPossible() ? parsed.number : phone
}
