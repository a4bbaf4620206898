import { type Command, Option } from 'commander'
import type { Opened } from '../../../platform/cli/opened.ts'
import { addExamples } from '../../../platform/cli/options.ts'
import type { Output } from '../../../platform/cli/output.ts'
import { DATE_ORDERS, type DateOrder } from '../../../platform/imports/dates.ts'
import {
  addImportOptions,
  hintAtMap,
  type ImportFlags,
  printReport,
} from '../../../platform/imports/print-report.ts'
import { showProgress } from '../../../platform/imports/progress.ts'
import { pickBrand } from '../../brands/index.ts'
import type { WarrantyContext } from '../context.ts'
import { readWarrantyFile } from '../import-export/warranty-file.ts'
import { importWarranties } from '../operations/import-warranties.ts'

interface Flags extends ImportFlags {
  brand: string
  dateFormat?: DateOrder
  sync: boolean
}

export function addImport(
  warranties: Command,
  withWarranties: Opened<WarrantyContext>,
  output: Output,
): void {
  addExamples(
    addImportOptions(warranties.command('import'))
      .description("Register a brand's warranties from a CSV or NDJSON file, by the rules of the interface")
      .argument('<file>', 'CSV as spreadsheets save it, or .ndjson as `export` writes it')
      .requiredOption('--brand <brand>', 'Slug or id of the brand')
      .addOption(
        new Option('--date-format <order>', 'Order of dates such as 5/31/2026, if it is unclear').choices(
          DATE_ORDERS,
        ),
      )
      .option('--sync', "Send each warranty to the brand's CRM")
      .option('--no-sync', 'Send none (default): the CRM knows most imported warranties already')
      .addHelpText('after', '\nExit code 1: a row was invalid, or nothing was written.'),
    'transom warranties import old-system.csv --brand harbor-craft --dry-run',
    'transom warranties import old-system.csv --brand harbor-craft --map "Hull No=hin" --map "Sold=purchase_date"',
    'transom warranties import harbor-craft.ndjson --brand harbor-craft --skip-invalid --json',
  ).action(async (path: string, flags: Flags) => {
    await withWarranties(async (ctx) => {
      const brand = pickBrand((await ctx.brands.getFresh()).byId.values(), flags.brand)
      const options = { mapped: flags.map, dateOrder: flags.dateFormat }
      const file = await readWarrantyFile(path, brand, options).catch(hintAtMap)
      const progress = showProgress('warranties', file.rows.length)
      const report = await importWarranties(ctx, {
        rows: file.rows,
        brand,
        sync: flags.sync === true,
        dryRun: flags.dryRun ?? false,
        skipInvalid: flags.skipInvalid ?? false,
        onProgress: progress.update,
      }).finally(progress.stop)
      const source = { path, table: file.table }
      await printReport('warranties', source, { ignored: file.ignored, ...report }, flags, output)
    })
  })
}
