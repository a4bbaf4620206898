import { countryFromText } from '../../../platform/validate.ts'
import {
  COLUMNS,
  type DealerDetails,
  type DealerInput,
  type DealerRecord,
  type FindPoint,
  type StoredDealer,
} from './dealer-record.ts'

const BLANK: DealerDetails = {
  dealer_code: '',
  group_id: null,
  unit_id: null,
  name: '',
  legal_name: '',
  address: '',
  address2: '',
  city: '',
  state: '',
  postal_code: '',
  country: '',
  phone: '',
  email: '',
  website: '',
  logo_url: '',
  primary_contact: '',
  active: true,
}

const NUMBERS = ['group_id', 'unit_id'] as const

const TEXTS = (Object.keys(BLANK) as (keyof DealerDetails)[]).filter(
  (field) => typeof BLANK[field] === 'string',
) as Exclude<keyof DealerDetails, 'group_id' | 'unit_id' | 'active'>[]

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
