import type { Selectable } from 'kysely'
import { toIsoMicros } from '../../../platform/clock.ts'
import type { Schema } from '../../../platform/db/schema.ts'
import { decodeHin, hinWarnings } from '../hin/decode-hin.ts'
import type { ListedRow, WarrantyRow } from '../queries/queries.ts'
import { currentStatus } from './status.ts'

/**
 * Returns the full record, as get, update, transfer and the CRM's events show it.
 * @param today the date in UTC: a warranty past its end date is never shown as active
 */
export function toRecord(row: WarrantyRow, brandName: string, today: string) {
  const details = decodeHin(row.hin)
  return {
    hin: row.hin,
    brand_id: row.brand_id,
    brand_name: brandName,
    model: row.model,
    model_code: row.model_code,
    model_year: row.model_year,
    is_used: Boolean(row.is_used),
    warranty_start_date: row.warranty_start_date,
    purchase_date: row.purchase_date,
    registration_date: row.registration_date,
    warranty_duration_months: row.warranty_duration_months,
    warranty_end_date: row.warranty_end_date,
    coverage_type: row.coverage_type,
    warranty_status: currentStatus(row, today),
    warranty_notes: row.warranty_notes,
    order_number: row.order_number,
    external_order_number: row.external_order_number,
    warranty_external_id: row.warranty_external_id,
    contact: {
      contact_id: row.contact_id,
      first_name: row.first_name,
      last_name: row.last_name,
      email: row.email,
      phone: row.phone,
      address: row.address,
      zipcode: row.zipcode,
      city: row.city,
      state: row.state,
      country_code: row.country_code,
    },
    crm_sync: toCrmSync(row),
    hin_details: {
      ...details,
      warnings: hinWarnings(details, row),
    },
    created_at: toIsoMicros(row.created_at),
    updated_at: toIsoMicros(row.updated_at),
  }
}

export type WarrantyRecordJson = ReturnType<typeof toRecord>

/** Returns the record that retry-sync shows. */
export function toRetried(row: WarrantyRow, brandName: string, today: string) {
  return {
    hin: row.hin,
    brand_id: row.brand_id,
    brand_name: brandName,
    model: row.model,
    model_year: row.model_year,
    warranty_status: currentStatus(row, today),
    crm_sync: toCrmSync(row),
  }
}

/** Returns one element of a list. */
export function toListed(row: ListedRow, today: string) {
  return {
    hin: row.hin,
    brand_id: row.brand_id,
    model: row.model,
    model_year: row.model_year,
    registration_date: row.registration_date,
    warranty_notes: row.warranty_notes,
    warranty_status: currentStatus(row, today),
    contact: toShortContact(row),
  }
}

/** Returns the contact as create and list show it. */
export function toShortContact(
  row: Pick<ListedRow, 'first_name' | 'last_name' | 'email' | 'phone' | 'zipcode'>,
) {
  return {
    first_name: row.first_name,
    last_name: row.last_name,
    email: row.email,
    phone: row.phone,
    zipcode: row.zipcode,
  }
}

function toCrmSync(row: WarrantyRow) {
  return {
    status: row.sync_status,
    error: row.sync_error,
    last_attempt: row.sync_last_attempt === null ? null : toIsoMicros(row.sync_last_attempt),
    attempts: row.sync_attempts,
    ...(row.crm_differences ? { differences: JSON.parse(row.crm_differences) } : {}),
  }
}

/** Returns an owner of a boat, past or present. The present one has no transfer_date. */
export function toOwnerRecord(owner: Selectable<Schema['ownerships']>) {
  return {
    first_name: owner.first_name,
    last_name: owner.last_name,
    email: owner.email,
    phone: owner.phone,
    address: owner.address,
    zipcode: owner.zipcode,
    city: owner.city,
    state: owner.state,
    country_code: owner.country_code,
    registration_date: owner.registration_date,
    purchase_date: owner.purchase_date,
    transfer_date: owner.transfer_date,
    transfer_notes: owner.transfer_notes,
  }
}
