import { milesBetween } from '../../../platform/haversine.ts'
import {
  type DealerInput,
  type DealerRecord,
  type FindPoint,
  type StoredDealer,
  toCode,
} from './dealer-record.ts'
import { followsCode } from './merge-dealer.ts'

/** Whether the dealer goes to another postal code or country, and the point that it was once given does not. */
export function isLeftBehind(
  input: DealerInput,
  stored: StoredDealer | undefined,
  next: Pick<DealerRecord, 'postal_code' | 'country_code'>,
): boolean {
  if (!stored || stored.latitude === null || input.point !== undefined || followsCode(input, stored)) {
    return false
  }
  if (stored.country_code !== next.country_code) return true
  // A code that was missing is no other place.
  return stored.postal_code !== '' && next.postal_code !== '' && codeOf(stored) !== codeOf(next)
}

/** How far the dealer's point is from that of its postal code; null where that is not known. */
export function milesFromCode(
  { latitude, longitude, country_code, postal_code }: DealerRecord,
  findPoint: FindPoint,
): number | null {
  const place = country_code === null ? null : findPoint(country_code, postal_code)
  return place && latitude !== null && longitude !== null
    ? milesBetween({ latitude, longitude }, place)
    : null
}

/** As a note says it of a dealer. What can be done about it is for whoever changes dealers to add. */
export function describeLeftBehind(postalCode: string, miles: number | null): string {
  const far = miles === null ? '' : `, ${miles.toFixed(1)} miles from ${postalCode}`
  return `stays at the point that it was once given${far}`
}

/** ZIP+4 codes are their ZIPs. */
function codeOf({ country_code, postal_code }: Pick<DealerRecord, 'postal_code' | 'country_code'>): string {
  return (country_code && toCode(country_code, postal_code)) || postal_code
}
