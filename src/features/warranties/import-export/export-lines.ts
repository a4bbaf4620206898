import { csvLine } from '../../../platform/csv-cell.ts'
import { CONTACT_COLUMNS } from '../queries/queries.ts'
import { COVER_FIELDS, type ExportedWarranty } from '../records/record.ts'

/** The columns of an exported CSV file: the full record without the decoded HIN. An import knows the same names. */
const COLUMNS = [
  ...['hin', 'brand', 'brand_id', 'brand_name'],
  ...COVER_FIELDS,
  ...['warranty_notes', 'order_number', 'external_order_number', 'warranty_external_id', 'contact_id'],
  ...CONTACT_COLUMNS.map((name) => `contact_${name}`),
  ...['crm_sync_status', 'crm_sync_error', 'crm_sync_last_attempt', 'crm_sync_attempts'],
  ...['created_at', 'updated_at'],
]

/** Yields the text of an export, page by page, with the number of warranties in each part. */
export async function* toLines(
  pages: AsyncIterable<ExportedWarranty[]>,
  format: 'csv' | 'ndjson',
): AsyncGenerator<{ text: string; rows: number }> {
  if (format === 'csv') yield { text: csvLine(COLUMNS), rows: 0 }
  const toLine = format === 'csv' ? toCsvLine : (one: ExportedWarranty) => `${JSON.stringify(one)}\n`
  for await (const page of pages) yield { text: page.map(toLine).join(''), rows: page.length }
}

function toCsvLine({ contact, crm_sync, ...record }: ExportedWarranty): string {
  const { contact_id, ...fields } = contact
  const row: Record<string, unknown> = {
    ...record,
    contact_id,
    ...prefixed('contact_', fields),
    ...prefixed('crm_sync_', crm_sync),
  }
  return csvLine(COLUMNS.map((column) => String(row[column] ?? '')))
}

function prefixed(prefix: string, fields: object): object {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [prefix + name, value]))
}
