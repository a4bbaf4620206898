import { milesBetween } from '../../../platform/haversine.ts'
import { countryFromText } from '../../../platform/validate.ts'
import {
  BLANK,
  COLUMNS,
  type DealerDetails,
  type DealerInput,
  type DealerRecord,
  type FindPoint,
  type StoredDealer,
  toCode,
} from './dealer-record.ts'

const NUMBERS = ['group_id', 'unit_id'] as const

const TEXTS = COLUMNS.filter((field) => typeof BLANK[field] === 'string') as Exclude<
  keyof DealerDetails,
  'group_id' | 'unit_id' | 'active'
>[]

/** Returns the dealer with the input applied to what is stored (undefined: a new one). */
export function mergeDealer(
  input: DealerInput,
  stored: StoredDealer | undefined,
  findPoint: FindPoint,
): DealerRecord {
  const details = mergeDetails(input, stored)
  const country_code = countryFromText(details.country)
  return { ...details, country_code, ...place(input, stored, { ...details, country_code }, findPoint) }
}

/** Returns whether the dealer has its postal code's coordinates: it was given none of its own, or gives them up. */
export function followsCode(input: DealerInput, stored: StoredDealer | undefined): boolean {
  return input.point === undefined && (!stored || Boolean(stored.approximate) || input.approximate === true)
}

/** Returns whether the stored dealer has the coordinates of the postal code that it will have. */
export function isPlaced(
  stored: StoredDealer | undefined,
  next: { postal_code: string; country_code: string | null },
): boolean {
  return (
    stored !== undefined &&
    stored.latitude !== null &&
    Boolean(stored.approximate) &&
    stored.postal_code === next.postal_code &&
    stored.country_code === next.country_code
  )
}

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

/** Returns whether the stored row says all of this already. */
export function isStored(next: DealerRecord, stored: StoredDealer | undefined): boolean {
  if (!stored) return false
  return COLUMNS.every((column) =>
    typeof next[column] === 'boolean'
      ? next[column] === Boolean(stored[column])
      : next[column] === stored[column],
  )
}

function mergeDetails(input: DealerInput, stored: StoredDealer | undefined): DealerDetails {
  const base: Omit<DealerDetails, 'active'> = stored ?? BLANK
  const merged = { ...BLANK, active: input.active ?? Boolean(stored?.active ?? true) }
  for (const field of TEXTS) merged[field] = input[field] ?? base[field]
  for (const field of NUMBERS) merged[field] = input[field] === undefined ? base[field] : input[field]
  return merged
}

function place(
  input: DealerInput,
  stored: StoredDealer | undefined,
  next: { postal_code: string; country_code: string | null },
  findPoint: FindPoint,
): Pick<DealerRecord, 'latitude' | 'longitude' | 'approximate'> {
  if (input.point !== undefined) {
    return {
      latitude: input.point?.latitude ?? null,
      longitude: input.point?.longitude ?? null,
      approximate: false,
    }
  }
  const kept = stored && {
    latitude: stored.latitude,
    longitude: stored.longitude,
    approximate: Boolean(stored.approximate),
  }
  if (kept && !followsCode(input, stored)) return kept
  const point = next.country_code === null ? null : findPoint(next.country_code, next.postal_code)
  // Stored coordinates stay if the code is no longer known.
  if (kept && !point && isPlaced(stored, next)) return kept
  return { latitude: point?.latitude ?? null, longitude: point?.longitude ?? null, approximate: true }
}

/** Returns a ZIP+4 code as its ZIP. */
function codeOf({ country_code, postal_code }: Pick<DealerRecord, 'postal_code' | 'country_code'>): string {
  return (country_code && toCode(country_code, postal_code)) || postal_code
}
