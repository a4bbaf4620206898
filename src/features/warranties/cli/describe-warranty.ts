import { describeRecord, oneLine, tabulate } from '../../../platform/cli/output.ts'
import type { correctWarranty } from '../operations/correct-warranty.ts'
import type { showWarranty } from '../operations/show-warranty.ts'
import type { WarrantyRecordJson } from '../records/record.ts'

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

/** A line for each field that differs, those of owners with their numbers where there are several. */
export function describeCorrection({ before, after }: Corrected): string[] {
  const several = after.history.length > 1
  const lines = [
    ...differences(before, after, ['updated_at', ...Object.keys(after.history[0]!)]),
    ...after.history.flatMap((owner, index) =>
      differences(before.history[index]!, owner).map((line) =>
        several ? `owner ${index + 1}: ${line}` : line,
      ),
    ),
  ]
  return lines.length > 0 ? lines : ['All of this stands as it is.']
}

/** Dates that were the same as a registration date that was corrected, and still are what that was. */
export function datesLeftBehind({ before, after }: Corrected): { name: string; date: string }[] {
  return before.history.flatMap(({ registration_date: date }, index) => {
    const owner = after.history[index]!
    if (owner.registration_date === date) return []
    const names = []
    if (owner.purchase_date === date) names.push('purchase_date')
    if (index === 0 && after.warranty_start_date === date) names.push('warranty_start_date')
    return names.map((name) => ({ name, date }))
  })
}

function differences(before: object, after: object, passedOver: readonly string[] = []): string[] {
  return Object.entries(after).flatMap(([name, value]) => {
    const was: unknown = before[name as keyof typeof before]
    if (was === value || passedOver.includes(name) || (typeof value === 'object' && value !== null)) return []
    return [oneLine(`${name}: ${was ?? '-'} → ${value ?? '-'}`)]
  })
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
