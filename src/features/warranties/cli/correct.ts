import type { Command } from 'commander'
import type { Opened } from '../../../platform/cli/opened.ts'
import {
  addExamples,
  addFieldOptions,
  type Field,
  readFields,
  readNumber,
} from '../../../platform/cli/options.ts'
import { type Output, oneLine, toJson } from '../../../platform/cli/output.ts'
import { AppError } from '../../../platform/errors.ts'
import type { WarrantyContext } from '../context.ts'
import { type CorrectedFields, type Correction, correctWarranty } from '../operations/correct-warranty.ts'
import { COVERAGE_TYPES, WARRANTY_STATUSES } from '../schemas.ts'
import { BRAND, EXIT_CODE_2, findBrandId, onWarranty } from './arguments.ts'

const FIELDS: readonly Field[] = [
  { name: 'model', kind: 'text', about: 'Model' },
  { name: 'model_code', kind: 'text', about: 'Code of the model', nullable: true },
  { name: 'model_year', kind: 'text', about: 'Model year' },
  { name: 'is_used', kind: 'flag', about: 'Whether the boat was sold used' },
  {
    name: 'registration_date',
    kind: 'text',
    about: 'YYYY-MM-DD; also the transfer date of the owner before',
  },
  { name: 'purchase_date', kind: 'text', about: 'YYYY-MM-DD', nullable: 'the registration date' },
  {
    name: 'warranty_start_date',
    kind: 'text',
    about: 'YYYY-MM-DD',
    nullable: "the first owner's registration date",
  },
  { name: 'warranty_duration_months', kind: 'number', about: 'From 1 to 1200', nullable: true },
  { name: 'coverage_type', kind: 'text', about: `One of ${COVERAGE_TYPES.join(', ')}`, nullable: true },
  { name: 'warranty_status', kind: 'text', about: `One of ${WARRANTY_STATUSES.join(', ')}` },
  { name: 'warranty_notes', kind: 'text', about: 'Notes', nullable: true },
  { name: 'order_number', kind: 'text', about: 'Number of the order', nullable: true },
  {
    name: 'external_order_number',
    kind: 'text',
    about: 'Number of the order in another system',
    nullable: true,
  },
  {
    name: 'warranty_external_id',
    kind: 'text',
    about: 'Id of the warranty in another system',
    nullable: true,
  },
]

interface Flags {
  brand?: string
  owner?: number
  json?: boolean
}

export function addCorrect(
  warranties: Command,
  withWarranties: Opened<WarrantyContext>,
  output: Output,
): void {
  const { print, note } = output
  addExamples(
    addFieldOptions(
      warranties
        .command('correct')
        .description('Correct a registration or transfer; omitted fields keep their values')
        .argument('<hin>', 'HIN, which cannot be corrected')
        .option('--brand <brand>', BRAND)
        .option(
          '--owner <number>',
          'Owner whose dates to correct, 1 for the first; default: the current owner',
          readNumber,
        )
        .option('--json', 'Print JSON')
        .addHelpText('after', EXIT_CODE_2),
      FIELDS,
    ),
    'transom warranties correct HCX12345D526 --registration-date 2026-05-01 --purchase-date none',
    'transom warranties correct HCX12345D526 --model "Tidewater 26" --order-number none',
  ).action(async (hin: string, { brand, owner, json, ...flags }: Flags) => {
    const fields = readFields(FIELDS, flags) as CorrectedFields
    if (Object.keys(fields).length === 0) {
      throw new AppError('VALIDATION_ERROR', 'There is nothing to correct. See the fields with --help.')
    }
    await onWarranty(output, async () => {
      const correction = await withWarranties(async (ctx) =>
        correctWarranty(ctx, { selector: { hin, brandId: await findBrandId(ctx, brand) }, fields, owner }),
      )
      if (json) print(toJson(correction.after))
      else for (const line of describeCorrection(correction)) print(line)
      for (const { name, date } of unchangedDates(correction)) {
        note(`Note: ${name} is still ${date}. Correct it with --${name.replaceAll('_', '-')}.`)
      }
    })
  })
}

/** Returns a line for each field that differs. Lines about owners are numbered when there are several. */
function describeCorrection({ before, after }: Correction): string[] {
  const hasSeveral = after.history.length > 1
  const lines = [
    ...differences(before, after, ['updated_at', ...Object.keys(after.history[0]!)]),
    ...after.history.flatMap((owner, index) =>
      differences(before.history[index]!, owner).map((line) =>
        hasSeveral ? `owner ${index + 1}: ${line}` : line,
      ),
    ),
  ]
  return lines.length > 0 ? lines : ['Nothing differs.']
}

/** Returns dates that were the same as a corrected registration date and still have its old value. */
function unchangedDates({ before, after }: Correction): { name: string; date: string }[] {
  return before.history.flatMap(({ registration_date: date }, index) => {
    const owner = after.history[index]!
    if (owner.registration_date === date) return []
    const names = []
    if (owner.purchase_date === date) names.push('purchase_date')
    if (index === 0 && after.warranty_start_date === date) names.push('warranty_start_date')
    return names.map((name) => ({ name, date }))
  })
}

function differences(before: object, after: object, ignored: readonly string[] = []): string[] {
  return Object.entries(after).flatMap(([name, value]) => {
    const old: unknown = before[name as keyof typeof before]
    if (old === value || ignored.includes(name) || (typeof value === 'object' && value !== null)) return []
    return [oneLine(`${name}: ${old ?? '-'} → ${value ?? '-'}`)]
  })
}
