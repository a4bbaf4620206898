import { csvLine } from '../../../platform/csv-cell.ts'
import type { ExportedWarranty } from '../records/exported.ts'

/** The columns of an exported CSV file: the full record without the decoded HIN. An import knows the same names. */
const COLUMNS = [
  'hin',
  'brand',
  'brand_id',
  'brand_name',
  'model',
  'model_code',
  'model_year',
  'is_used',
  'registration_date',
  'purchase_date',
  'warranty_start_date',
  'warranty_duration_months',
  'warranty_end_date',
  'coverage_type',
  'warranty_status',
  'warranty_notes',
  'order_number',
  'external_order_number',
  'warranty_external_id',
  'contact_id',
  'contact_first_name',
  'contact_last_name',
  'contact_email',
  'contact_phone',
  'contact_address',
  'contact_zipcode',
  'contact_city',
  'contact_state',
  'contact_country_code',
  'crm_sync_status',
  'crm_sync_error',
  'crm_sync_last_attempt',
  'crm_sync_attempts',
  'created_at',
  'updated_at',
] as const

type Row = Record<(typeof COLUMNS)[number], string | number | boolean | null>

/** Yields the text of an export, page by page, with the number of warranties in each part. */
export async function* toLines(
  pages: AsyncIterable<ExportedWarranty[]>,
  format: 'csv' | 'ndjson',
): AsyncGenerator<{ text: string; rows: number }> {
  if (format === 'csv') yield { text: csvLine([...COLUMNS]), rows: 0 }
  const toLine = format === 'csv' ? toCsvLine : (one: ExportedWarranty) => `${JSON.stringify(one)}\n`
  for await (const page of pages) yield { text: page.map(toLine).join(''), rows: page.length }
}

function toCsvLine({ contact, crm_sync, ...record }: ExportedWarranty): string {
  const row: Row = {
    ...record,
    contact_id: contact.contact_id,
    contact_first_name: contact.first_name,
    contact_last_name: contact.last_name,
    contact_email: contact.email,
    contact_phone: contact.phone,
    contact_address: contact.address,
    contact_zipcode: contact.zipcode,
    contact_city: contact.city,
    contact_state: contact.state,
    contact_country_code: contact.country_code,
    crm_sync_status: crm_sync.status,
    crm_sync_error: crm_sync.error,
    crm_sync_last_attempt: crm_sync.last_attempt,
    crm_sync_attempts: crm_sync.attempts,
  }
  return csvLine(COLUMNS.map((column) => String(row[column] ?? '')))
}
