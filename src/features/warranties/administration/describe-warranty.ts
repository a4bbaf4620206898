import { describeRecord, oneLine, tabulate } from '../../../platform/cli/output.ts'
import type { WarrantyRecordJson } from '../record.ts'
import type { correctWarranty } from './correct-warranty.ts'
import type { showWarranty } from './show-warranty.ts'

type Found = WarrantyRecordJson & { brand: string }
type Corrected = Awaited<ReturnType<typeof correctWarranty>>
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

/** A line for each field that differs. */
export function describeCorrection({ before, after }: Corrected): string[] {
  const { crm_sync, hin_details, contact, updated_at, ...fields } = after
  const lines = Object.entries(fields).flatMap(([name, value]) => {
    const was = before[name as keyof typeof fields]
    return was === value ? [] : [oneLine(`${name}: ${was ?? '-'} → ${value ?? '-'}`)]
  })
  return lines.length > 0 ? lines : ['All of this stands as it is.']
}

const indent = (line: string) => `  ${line}`

/** A field a line, then the owners. */
export function describeShown({ history, contact, crm_sync, hin_details, ...record }: Shown): string[] {
  const { differences, ...sync } = crm_sync
  const { warnings, ...details } = hin_details
  return [
    ...describeRecord(record),
    'contact',
    ...describeRecord(contact).map(indent),
    'crm_sync',
    ...describeRecord(sync).map(indent),
    ...((differences as unknown[] | undefined) ?? []).map((difference) =>
      oneLine(`  differs: ${JSON.stringify(difference)}`),
    ),
    'hin_details',
    ...describeRecord(details).map(indent),
    ...warnings.map((warning) => `  ${warning}`),
    'owners',
    ...history.map((owner) => {
      const { first_name, last_name, email, phone, registration_date, transfer_date, transfer_notes } = owner
      const who = [`${first_name} ${last_name}`, email, phone].filter(Boolean).join(', ')
      const notes = transfer_notes ? ` (${transfer_notes})` : ''
      return oneLine(`  ${registration_date} to ${transfer_date ?? 'now'}: ${who}${notes}`)
    }),
  ]
}
