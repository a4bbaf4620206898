import { type Finding, ok, someOf, warning } from '../../platform/check.ts'
import type { Reader } from '../../platform/db/db.ts'
import { postalCountryOf } from '../../platform/postal-country.ts'
import { type GeocoderSettings, hasGeocoder, listImportedCountries } from '../postal-codes/index.ts'
import * as queries from './queries.ts'
import { BOUNDED_COUNTRIES } from './snapshot/snapshot.ts'

/** Finds the countries of each brand's dealers in which nothing can place a postal code. */
export async function checkCountries(reader: Reader, settings: GeocoderSettings): Promise<Finding[]> {
  if (hasGeocoder(settings)) return [ok('The geocoding service locates postal codes of every country.')]
  const imported = await listImportedCountries(reader)
  const isPlaced = (country: string) =>
    BOUNDED_COUNTRIES.includes(postalCountryOf(country)) || imported.includes(country)
  const unplaced = (await queries.listDealerCountries(reader)).filter(({ country }) => !isPlaced(country))
  if (unplaced.length === 0) return [ok('Postal codes of every country with dealers can be located.')]
  return [...Map.groupBy(unplaced, ({ slug }) => slug)].map(([slug, countries]) =>
    warning(
      `${slug} has dealers in ${someOf(countries.map(({ country }) => country))}, where no postal code can be located: the locator lists these dealers by name.`,
      "Import the countries' postal codes (transom postal-codes import), or set up a geocoding service (GEOCODER_URL): docs/operations.md.",
    ),
  )
}
