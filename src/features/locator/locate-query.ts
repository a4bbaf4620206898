import { AppError } from '../../platform/errors.ts'
import { isCountryCode } from '../../platform/validate.ts'
import { normalizePostalCode } from '../postal-codes/index.ts'
import { BOUNDED_COUNTRIES } from './engine/directory.ts'

const DEFAULT_LIMIT = 10
const MOST = 50
const DEFAULT_MAX_DISTANCE = 250

/** A locator query that has been checked, but for the brand. */
export interface LocateQuery {
  brand: string
  /** ISO 3166-1 alpha-2, upper case. */
  country: string
  /** In the form codes are stored. */
  postalCode: string
  limit: number
  maxDistanceMiles: number
  explain: boolean
}

/** Reads a locator query's parameters. Throws INVALID_PARAMETER for the first that is wrong. */
export function readLocateQuery(params: Readonly<Record<string, string | undefined>>): LocateQuery {
  const { brand, postal_code, country: givenCountry } = params
  if (!brand) throw wrong('Brand parameter is required')
  if (!givenCountry) throw wrong('Country parameter is required')
  if (!isCountryCode(givenCountry)) {
    throw wrong('Invalid country code: send the ISO 3166-1 alpha-2 code, such as US')
  }
  if (!postal_code) throw wrong('Postal code parameter is required')
  const country = givenCountry.toUpperCase()
  const postal = normalizePostalCode(country, postal_code)
  if ('fault' in postal) throw wrong(postal.fault)
  const bounded = BOUNDED_COUNTRIES.includes(country)
  return {
    brand,
    country,
    postalCode: postal.code,
    limit: bounded ? readLimit(params.limit) : MOST,
    maxDistanceMiles: bounded ? readDistance(params.max_distance_miles) : DEFAULT_MAX_DISTANCE,
    explain: params.explain === 'true',
  }
}

/** The query for a place that is not a request's own, by default limits; null where it is no place. */
export function readPlace(place: { postalCode: string; country: string }) {
  if (!isCountryCode(place.country)) return null
  const country = place.country.toUpperCase()
  const postal = normalizePostalCode(country, place.postalCode)
  if ('fault' in postal) return null
  return { country, postalCode: postal.code, limit: DEFAULT_LIMIT, maxDistanceMiles: DEFAULT_MAX_DISTANCE }
}

function readLimit(text: string | undefined): number {
  if (text === undefined) return DEFAULT_LIMIT
  if (!/^-?[0-9]+$/.test(text)) throw wrong('limit must be an integer')
  const limit = Number(text)
  if (limit < 1) throw wrong('limit must be an integer from 1')
  return Math.min(limit, MOST)
}

function readDistance(text: string | undefined): number {
  if (text === undefined) return DEFAULT_MAX_DISTANCE
  const miles = /^(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]+)?$/i.test(text) ? Number(text) : Number.NaN
  if (!Number.isFinite(miles)) throw wrong('max_distance_miles must be a number from 0 up')
  return miles
}

function wrong(message: string): AppError {
  return new AppError('INVALID_PARAMETER', message)
}
