import { toRadians } from '../../../platform/haversine.ts'
import { postalCountryOf } from '../../../platform/postal-country.ts'
import { type ByteText, toByteText } from '../byte-text.ts'
import type { DealerRow } from './rows.ts'

/** A dealer that the locator can show: active and with coordinates. */
export interface LocatedDealer {
  id: number
  /** ISO 3166-1 alpha-2, upper case; `US` for its territories; null where the dealer's country is not known. */
  country: string | null
  /** Degrees, WGS 84. */
  latitude: number
  longitude: number
  cosLatitude: number
  /** The coordinates are the postal code's, not the dealer's own. */
  approximate: boolean
  /** All dealers of its group in its country, itself included; empty where it is the only one. */
  siblings: readonly LocatedDealer[]
  /** Its JSON up to `"distance_miles":`, which a number, a match type and a closing brace complete. */
  json: ByteText
}

/** One array for all: most dealers have none. */
const NO_SIBLINGS: readonly LocatedDealer[] = []

/** Returns a dealer that is active and has coordinates as the locator keeps it. */
export function toLocatedDealer(row: DealerRow): LocatedDealer {
  const latitude = row.latitude!
  return {
    id: row.id,
    country: row.country_code && postalCountryOf(row.country_code),
    latitude,
    longitude: row.longitude!,
    cosLatitude: Math.cos(toRadians(latitude)),
    approximate: row.approximate,
    siblings: NO_SIBLINGS,
    json: openJson(row),
  }
}

function openJson(row: DealerRow): ByteText {
  const fields = JSON.stringify({
    id: row.id,
    dealer_code: row.dealer_code ?? '',
    group_id: row.group_id,
    unit_id: row.unit_id,
    group_name: row.name,
    name: row.name,
    legal_name: row.legal_name ?? '',
    address: row.address ?? '',
    address2: row.address2 ?? '',
    city: row.city ?? '',
    state: row.state ?? '',
    postal_code: row.postal_code ?? '',
    country: row.country ?? '',
    phone: row.phone ?? '',
    email: row.email ?? '',
    website: row.website ?? '',
    latitude: row.latitude,
    longitude: row.longitude,
    logo_url: row.logo_url ?? '',
    primary_contact: row.primary_contact ?? '',
  })
  return toByteText(`${fields.slice(0, -1)},"distance_miles":`)
}
