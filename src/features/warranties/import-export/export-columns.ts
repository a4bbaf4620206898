import { CONTACT_COLUMNS } from '../queries/queries.ts'
import { COVER_FIELDS, type ExportedWarranty } from '../records/record.ts'

type Columns = Record<string, (warranty: ExportedWarranty) => unknown>

/** The columns of an exported CSV file: the full record without the decoded HIN. An import knows the same names. */
export const EXPORT_COLUMNS: Columns = {
  ...columns(['hin', 'brand', 'brand_id', 'brand_name', ...COVER_FIELDS], (warranty) => warranty),
  ...columns(
    ['warranty_notes', 'order_number', 'external_order_number', 'warranty_external_id'],
    (warranty) => warranty,
  ),
  contact_id: ({ contact }) => contact.contact_id,
  ...columns(CONTACT_COLUMNS, ({ contact }) => contact, 'contact_'),
  ...columns(['status', 'error', 'last_attempt', 'attempts'], (warranty) => warranty.crm_sync, 'crm_sync_'),
  ...columns(['created_at', 'updated_at'], (warranty) => warranty),
}

function columns<N extends string>(
  names: readonly N[],
  from: (warranty: ExportedWarranty) => { [name in N]: unknown },
  prefix = '',
): Columns {
  return Object.fromEntries(names.map((name) => [prefix + name, (warranty) => from(warranty)[name]]))
}
