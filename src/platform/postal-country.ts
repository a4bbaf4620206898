import { countryFromText } from './validate.ts'

/** Countries of ISO 3166-1 whose addresses belong to the United States: their postal codes are ZIP codes. */
export const US_TERRITORIES: readonly string[] = ['PR', 'VI', 'GU', 'AS', 'MP']

/**
 * Returns the country that an address belongs to: `US` for Puerto Rico and the other US territories, any other code
 * as it is.
 * @param country ISO 3166-1 alpha-2, upper case
 */
export function postalCountryOf(country: string): string {
  return US_TERRITORIES.includes(country) ? 'US' : country
}

/** Returns the country that a code or an English name stands for, `US` for US territories; null for anything else. */
export function postalCountryFromText(text: string): string | null {
  const country = countryFromText(text)
  return country && postalCountryOf(country)
}
