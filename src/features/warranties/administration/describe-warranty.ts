import { tabulate } from '../../../platform/cli/output.ts'
import type { WarrantyRecordJson } from '../record.ts'
import type { showWarranty } from './show-warranty.ts'

type Found = WarrantyRecordJson & { brand: string }
type Shown = Awaited<ReturnType<typeof showWarranty>>

/** A table with a line a warranty; nothing where there is none. */
export function describeFound(found: readonly Found[]): string[] {
  if (found.length === 0) return []
  const rows = found.map((one) => [
    one.hin,
    one.brand,
    one.warranty_status,
    one.registration_date,
    `${one.model_year} ${one.model}`,
    [`${one.contact.first_name} ${one.contact.last_name}`, one.contact.email, one.contact.phone]
      .filter(Boolean)
      .join(', '),
    one.crm_sync.status === 'not_configured' ? '' : one.crm_sync.status,
  ])
  return tabulate(['hin', 'brand', 'status', 'registered', 'boat', 'owner', 'CRM'], rows)
}

/** A field a line, then the owners. */
export function describeShown({ history, contact, crm_sync, hin_details, ...record }: Shown): string[] {
  const { differences, ...sync } = crm_sync
  const { warnings, ...details } = hin_details
  return [
    ...listFields(record),
    'contact',
    ...listFields(contact, '  '),
    'crm_sync',
    ...listFields(sync, '  '),
    ...((differences as unknown[] | undefined) ?? []).map(
      (difference) => `  differs: ${JSON.stringify(difference)}`,
    ),
    'hin_details',
    ...listFields(details, '  '),
    ...warnings.map((warning) => `  ${warning}`),
    'owners',
    ...history.map((owner) => {
      const { first_name, last_name, email, phone, registration_date, transfer_date, transfer_notes } = owner
      const who = [`${first_name} ${last_name}`, email, phone].filter(Boolean).join(', ')
      const notes = transfer_notes ? ` (${transfer_notes})` : ''
      return plain(`  ${registration_date} to ${transfer_date ?? 'now'}: ${who}${notes}`)
    }),
  ]
}

function listFields(record: object, indent = ''): string[] {
  return Object.entries(record).map(([name, value]) => `${indent}${name}: ${plain(String(value ?? '-'))}`)
}

/** On one line, whatever somebody has typed into a field; and no field moves the cursor. */
function plain(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ')
}
