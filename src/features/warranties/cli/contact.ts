import type { Command } from 'commander'
import type { Opened } from '../../../platform/cli/opened.ts'
import {
  addExamples,
  addFieldOptions,
  type Field,
  readFields,
  requireChange,
} from '../../../platform/cli/options.ts'
import { type Output, toJson } from '../../../platform/cli/output.ts'
import type { WarrantyContext } from '../context.ts'
import { updateWarranty } from '../operations/update-warranty.ts'
import { BRAND, EXIT_CODE_2, findBrandId, onWarranty } from './arguments.ts'

const FIELDS: readonly Field[] = [
  { name: 'first_name', kind: 'text', about: 'First name' },
  { name: 'last_name', kind: 'text', about: 'Last name' },
  { name: 'email', kind: 'text', about: 'E-mail address', nullable: true },
  { name: 'phone', kind: 'text', about: 'Phone number', nullable: true },
  { name: 'address', kind: 'text', about: 'Street address', nullable: true },
  { name: 'zipcode', kind: 'text', about: 'Postal code' },
  { name: 'city', kind: 'text', about: 'City', nullable: true },
  { name: 'state', kind: 'text', about: 'State or province', nullable: true },
  { name: 'country_code', kind: 'text', about: 'Two-letter code of the country' },
]

interface Flags {
  brand?: string
  json?: boolean
}

export function addContact(
  warranties: Command,
  withWarranties: Opened<WarrantyContext>,
  output: Output,
): void {
  addExamples(
    addFieldOptions(
      warranties
        .command('contact')
        .description("Change the current owner's contact; omitted fields keep their values")
        .argument('<hin>', 'HIN')
        .option('--brand <brand>', BRAND)
        .option('--json', 'Print the warranty as JSON')
        .addHelpText('after', EXIT_CODE_2),
      FIELDS,
    ),
    'transom warranties contact HCX12345D526 --phone "+1 972 555 0100" --email none',
  ).action(async (hin: string, { brand, json, ...flags }: Flags) => {
    requireChange(flags)
    const contact = readFields(FIELDS, flags)
    await onWarranty(output, async () => {
      const warranty = await withWarranties(async (ctx) =>
        updateWarranty(ctx, {
          selector: { hin, brandId: await findBrandId(ctx, brand) },
          update: { contact },
        }),
      )
      output.print(json ? toJson(warranty) : `Updated: the contact of ${warranty.hin}.`)
    })
  })
}
