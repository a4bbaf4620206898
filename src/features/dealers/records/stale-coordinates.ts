import { milesBetween } from '../../../platform/haversine.ts'
import {
  type DealerInput,
  type DealerRecord,
  type FindPoint,
  type StoredDealer,
  toCode,
} from './dealer-record.ts'
import { followsCode } from './merge-dealer.ts'

/** Returns whether the dealer moves to another postal code or country and keeps the coordinates that it was once given. */
export function hasStaleCoordinates(
  input: DealerInput,
  stored: StoredDealer | undefined,
  next: Pick<DealerRecord, 'postal_code' | 'country_code'>,
): boolean {
  if (!stored || stored.latitude === null || input.point !== undefined || followsCode(input, stored)) {
    return false
  }
  if (stored.country_code !== next.country_code) return true
  // A code that was missing is not another place.
  return stored.postal_code !== '' && next.postal_code !== '' && codeOf(stored) !== codeOf(next)
}

/** Returns the miles between the dealer's coordinates and its postal code's; null where these are unknown. */
export function milesFromCode(
  { latitude, longitude, country_code, postal_code }: DealerRecord,
  findPoint: FindPoint,
): number | null {
  const place = country_code === null ? null : findPoint(country_code, postal_code)
  return place && latitude !== null && longitude !== null
    ? milesBetween({ latitude, longitude }, place)
    : null
}

/** Returns a note on a dealer that keeps its coordinates, as the rest of a sentence. */
export function describeStaleCoordinates(postalCode: string, miles: number | null): string {
  const far = miles === null ? '' : `, ${miles.toFixed(1)} miles from ${postalCode}`
  return `keeps its own coordinates${far}: give new ones, or approximate to use those of the postal code`
}

/** Returns a ZIP+4 code as its ZIP. */
function codeOf({ country_code, postal_code }: Pick<DealerRecord, 'postal_code' | 'country_code'>): string {
  return (country_code && toCode(country_code, postal_code)) || postal_code
}
