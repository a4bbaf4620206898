import { Invalid } from '../../../platform/errors.ts'
import { postalCountryOf } from '../../../platform/postal-country.ts'
import { isCountryCode } from '../../../platform/validate.ts'
import { normalizePostalCode } from '../../postal-codes/index.ts'
import { BOUNDED_COUNTRIES } from '../snapshot/snapshot.ts'
import type { LocateQuery } from './query.ts'

const DEFAULT_LIMIT = 10
const MAX_LIMIT = 50
export const DEFAULT_MAX_DISTANCE = 250

/** A caller's parameters to locate dealers, as texts. */
export type LocateInput = Readonly<
  Partial<
    Record<
      'brand' | 'postal_code' | 'country' | 'limit' | 'max_distance_miles' | 'explain',
      string | undefined
    >
  >
>

/**
 * Reads the parameters of a query. Written by hand, because its sentences and their order are the contract's.
 * @throws Invalid (INVALID_PARAMETER) for the first that is wrong
 */
export function readQuery(input: LocateInput): LocateQuery & { brand: string; explain: boolean } {
  const { brand, postal_code } = input
  if (!brand) throw invalid('brand', 'Brand parameter is required')
  if (!input.country) throw invalid('country', 'Country parameter is required')
  if (!isCountryCode(input.country)) {
    throw invalid('country', 'Invalid country code: send the ISO 3166-1 alpha-2 code, such as US')
  }
  if (!postal_code) throw invalid('postal_code', 'Postal code parameter is required')
  const country = postalCountryOf(input.country.toUpperCase())
  const postal = normalizePostalCode(country, postal_code)
  if ('error' in postal) throw invalid('postal_code', postal.error)
  const bounded = BOUNDED_COUNTRIES.includes(country)
  return {
    brand,
    country,
    postalCode: postal.code,
    limit: bounded ? readLimit(input.limit) : MAX_LIMIT,
    maxDistanceMiles: bounded ? readDistance(input.max_distance_miles) : DEFAULT_MAX_DISTANCE,
    explain: input.explain === 'true',
  }
}

function readLimit(text: string | undefined): number {
  if (text === undefined) return DEFAULT_LIMIT
  if (!/^-?[0-9]+$/.test(text)) throw invalid('limit', 'limit must be an integer')
  const limit = Number(text)
  if (limit < 1) throw invalid('limit', 'limit must be an integer of 1 or more')
  return Math.min(limit, MAX_LIMIT)
}

function readDistance(text: string | undefined): number {
  if (text === undefined) return DEFAULT_MAX_DISTANCE
  const miles = /^(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]+)?$/i.test(text) ? Number(text) : Number.NaN
  if (!Number.isFinite(miles)) {
    throw invalid('max_distance_miles', 'max_distance_miles must be a number of 0 or more')
  }
  return miles
}

function invalid(field: string, message: string): Invalid {
  return new Invalid([{ field, message }], 'INVALID_PARAMETER')
}
