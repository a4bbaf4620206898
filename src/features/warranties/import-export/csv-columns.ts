import type { ExportedWarranty } from '../operations/export-warranties.ts'

type Value = string | number | boolean | null

/**
 * The columns of an exported CSV file: the full record but for what only reads the HIN. `import` knows them by the
 * same names.
 */
const COLUMNS: Record<string, (one: ExportedWarranty) => Value> = {
  hin: (one) => one.hin,
  brand: (one) => one.brand,
  brand_id: (one) => one.brand_id,
  brand_name: (one) => one.brand_name,
  model: (one) => one.model,
  model_code: (one) => one.model_code,
  model_year: (one) => one.model_year,
  is_used: (one) => one.is_used,
  registration_date: (one) => one.registration_date,
  purchase_date: (one) => one.purchase_date,
  warranty_start_date: (one) => one.warranty_start_date,
  warranty_duration_months: (one) => one.warranty_duration_months,
  warranty_end_date: (one) => one.warranty_end_date,
  coverage_type: (one) => one.coverage_type,
  warranty_status: (one) => one.warranty_status,
  warranty_notes: (one) => one.warranty_notes,
  order_number: (one) => one.order_number,
  external_order_number: (one) => one.external_order_number,
  warranty_external_id: (one) => one.warranty_external_id,
  contact_id: (one) => one.contact.contact_id,
  contact_first_name: (one) => one.contact.first_name,
  contact_last_name: (one) => one.contact.last_name,
  contact_email: (one) => one.contact.email,
  contact_phone: (one) => one.contact.phone,
  contact_address: (one) => one.contact.address,
  contact_zipcode: (one) => one.contact.zipcode,
  contact_city: (one) => one.contact.city,
  contact_state: (one) => one.contact.state,
  contact_country_code: (one) => one.contact.country_code,
  crm_sync_status: (one) => one.crm_sync.status,
  crm_sync_error: (one) => one.crm_sync.error,
  crm_sync_last_attempt: (one) => one.crm_sync.last_attempt,
  crm_sync_attempts: (one) => one.crm_sync.attempts,
  created_at: (one) => one.created_at,
  updated_at: (one) => one.updated_at,
}

export const EXPORT_HEADER = Object.keys(COLUMNS)

/** The cells of a warranty, in the header's order; what it has not is empty. */
export function toCells(one: ExportedWarranty): string[] {
  return Object.values(COLUMNS).map((read) => {
    const value = read(one)
    return value === null ? '' : String(value)
  })
}
