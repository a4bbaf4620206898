import type { Command } from 'commander'
import { readCountry } from '../../platform/cli/country.ts'
import type { Opened } from '../../platform/cli/opened.ts'
import { addExamples, commandGroup } from '../../platform/cli/options.ts'
import type { Output } from '../../platform/cli/output.ts'
import type { OperationContext } from '../../platform/context.ts'
import { type CsvFile, readCsv } from '../../platform/imports/csv-file.ts'
import { addImportOptions, type ImportFlags, printReport } from '../../platform/imports/print-report.ts'
import { showProgress } from '../../platform/imports/progress.ts'
import type { ImportReport } from '../../platform/imports/run-import.ts'
import { findBrandId } from '../brands/index.ts'
import type { Places } from '../dealers/index.ts'
import { dealerColumns, importDealers } from './import-dealers.ts'
import { importTerritories, territoryColumns } from './import-territories.ts'
import type { ImportOptions } from './options.ts'

type ImportContext = OperationContext & Places
type WithImport = Opened<ImportContext>

interface Flags extends ImportFlags {
  brand: string
  country?: string
  replace?: boolean
}

type Import = (
  ctx: ImportContext,
  csv: CsvFile,
  flags: Flags,
  options: ImportOptions & { country: string | undefined },
) => Promise<ImportReport & { ignored: string[] }>

/** Adds `dealers import` and `territories import` to a program. */
export function registerImportCommands(program: Command, withImport: WithImport, output: Output): void {
  addImport(program, withImport, output, {
    noun: 'dealers',
    about: "create and change a brand's dealers from a CSV file",
    async run(ctx, csv, flags, options) {
      const columns = dealerColumns(csv, flags.map)
      return { ignored: columns.ignored, ...(await importDealers(ctx, csv, columns, options)) }
    },
  })
  addImport(program, withImport, output, {
    noun: 'territories',
    about:
      "assign postal codes, prefixes (331) and ranges (33101-33199) to a brand's dealers from a CSV file",
    async run(ctx, csv, flags, options) {
      const columns = territoryColumns(csv, flags.map)
      return { ignored: columns.ignored, ...(await importTerritories(ctx, csv, columns, options)) }
    },
  })
}

function addImport(
  program: Command,
  withImport: WithImport,
  output: Output,
  { noun, about, run }: { noun: string; about: string; run: Import },
): void {
  const command = addImportOptions(commandGroup(program, noun, about).command('import').description(about))
    .argument('<file>', 'CSV: UTF-8, UTF-16 or Windows-1252; commas, semicolons or tabs')
    .requiredOption('--brand <brand>', 'the brand: slug or id')
    .option('--country <country>', 'the country of rows that name none; else judged by their postal codes')
    .option('--replace', "make the brand's exactly what the file says: what it does not name goes")
  addExamples(
    command,
    `transom ${noun} import ${noun}.csv --brand harbor-craft --dry-run`,
    `transom ${noun} import ${noun}.csv --brand harbor-craft --map Nummer=dealer_code --skip-invalid`,
  ).action(async (file: string, flags: Flags) => {
    if (flags.country !== undefined) readCountry(flags.country)
    const csv = await readCsv(file)
    const progress = showProgress(noun, csv.rows.length)
    const report = await withImport(async (ctx) =>
      run(ctx, csv, flags, {
        brandId: await findBrandId(ctx.db.read, flags.brand),
        dryRun: flags.dryRun ?? false,
        skipInvalid: flags.skipInvalid ?? false,
        replace: flags.replace ?? false,
        country: flags.country,
        onProgress: progress.update,
      }),
    ).finally(progress.stop)
    await printReport(noun, { path: file, table: csv }, report, flags, output)
  })
}
