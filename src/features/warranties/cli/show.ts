import type { Command } from 'commander'
import type { Opened } from '../../../platform/cli/opened.ts'
import { addExamples } from '../../../platform/cli/options.ts'
import { describeRecord, type Output, oneLine, toJson } from '../../../platform/cli/output.ts'
import type { WarrantyContext } from '../context.ts'
import { type ShownWarranty, showWarranty } from '../operations/show-warranty.ts'
import { BRAND, EXIT_CODE_2, findBrandId, onWarranty } from './arguments.ts'

export function addShow(warranties: Command, withWarranties: Opened<WarrantyContext>, output: Output): void {
  const { print } = output
  addExamples(
    warranties
      .command('show')
      .description('Show everything about a warranty: its record, its owners and its CRM sync')
      .argument('<hin>', 'HIN')
      .option('--brand <brand>', BRAND)
      .option('--json', 'Print JSON')
      .addHelpText('after', EXIT_CODE_2),
    'transom warranties show HCX12345D526',
  ).action(async (hin: string, { brand, json }: { brand?: string; json?: boolean }) => {
    await onWarranty(output, async () => {
      const shown = await withWarranties(async (ctx) =>
        showWarranty(ctx, { hin, brandId: await findBrandId(ctx, brand) }),
      )
      if (json) print(toJson(shown))
      else for (const line of describeShown(shown)) print(line)
    })
  })
}

/** Returns a line for each field, then the owners. */
function describeShown({ history, contact, crm_sync, hin_details, ...record }: ShownWarranty): string[] {
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
      const name = [`${first_name} ${last_name}`, email, phone].filter(Boolean).join(', ')
      const notes = transfer_notes ? ` (${transfer_notes})` : ''
      return oneLine(`  ${registration_date} to ${transfer_date ?? 'now'}: ${name}${notes}`)
    }),
  ]
}

function indent(line: string): string {
  return `  ${line}`
}
