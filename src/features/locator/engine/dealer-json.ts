import type { DealerRow } from './types.ts'

/**
 * A dealer's JSON object up to the fields that depend on the query: everything from `{"id":` to
 * `"distance_miles":`, which a number, a match type and a closing brace complete. Absent strings are empty.
 */
export function openDealerJson(row: DealerRow): string {
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
  return `${fields.slice(0, -1)},"distance_miles":`
}
