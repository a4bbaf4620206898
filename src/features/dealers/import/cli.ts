import { type Command, Option } from 'commander'
import type { Db } from '../../../platform/db/db.ts'
import { AppError } from '../../../platform/errors.ts'
import { countryFromText } from '../../../platform/validate.ts'
import type { Locate } from '../records/look-up-points.ts'
import { type CsvFile, readCsv } from './csv-file.ts'
import { describeReport, listNotes } from './describe-report.ts'
import { writeFaultyRows } from './faulty-rows.ts'
import { dealerColumns, importDealers } from './import-dealers.ts'
import { importTerritories, territoryColumns } from './import-territories.ts'
import { showProgress } from './progress.ts'
import type { ImportOptions, ImportReport } from './run-import.ts'

/** What imports work with. */
export interface ImportContext {
  db: Db
  locate: Locate
  /** The id of the brand with this slug. */
  findBrand(slug: string): Promise<number>
}

type WithImport = <T>(work: (ctx: ImportContext) => Promise<T>) => Promise<T>

interface Output {
  print(line: string): void
  note(line: string): void
}

interface Flags {
  brand: string
  map: string[]
  country?: string
  dryRun?: boolean
  skipInvalid?: boolean
  replace?: boolean
  json?: boolean
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
      return { ignored: columns.ignored, ...(await importTerritories(ctx.db, csv, columns, options)) }
    },
  })
}

function addImport(
  program: Command,
  withImport: WithImport,
  { print, note }: Output,
  { noun, about, run }: { noun: string; about: string; run: Import },
): void {
  program
    .command(noun)
    .description(about)
    .command('import')
    .description(about)
    .argument('<file>', 'CSV: UTF-8, UTF-16 or Windows-1252; commas, semicolons or tabs')
    .requiredOption('--brand <slug>', 'the brand')
    .addOption(
      new Option(
        '--map <column=field>',
        'says what a column holds, or (with nothing after the =) that it is to be passed over; may be repeated',
      )
        .default([], 'none')
        .argParser(collect),
    )
    .option('--country <country>', 'the country of rows that name none; else judged by their postal codes')
    .option('--dry-run', 'check and report only')
    .option('--skip-invalid', 'take the good rows where others have faults, instead of nothing')
    .option('--replace', "make the brand's exactly what the file says: what it does not name goes")
    .option('--json', 'report as one line of JSON')
    .action(async (file: string, flags: Flags) => {
      checkCountry(flags.country)
      const csv = await readCsv(file)
      const progress = showProgress(noun, csv.rows.length)
      const report = await withImport(async (ctx) =>
        run(ctx, csv, flags, {
          brandId: await ctx.findBrand(flags.brand),
          dryRun: flags.dryRun ?? false,
          skipInvalid: flags.skipInvalid ?? false,
          replace: flags.replace ?? false,
          country: flags.country,
          onProgress: progress.update,
        }),
      ).finally(progress.stop)
      const faulty = await saveFaultyRows(file, csv, report)
      if (flags.json) print(JSON.stringify({ ...report, faulty_file: faulty.path }))
      else {
        for (const line of describeReport(noun, report, { ...flags, faultyFile: faulty.path })) print(line)
        for (const line of [...listNotes('Fault', report.faults), ...listNotes('Note', report.warnings)])
          note(line)
      }
      if (faulty.problem) note(faulty.problem)
      if (report.faults.length > 0 || (!report.written && !flags.dryRun)) process.exitCode = 1
    })
}

function collect(value: string, before: string[]): string[] {
  return [...before, value]
}

function checkCountry(country: string | undefined): void {
  if (country === undefined || countryFromText(country) !== null) return
  throw new AppError(
    'VALIDATION_ERROR',
    `--country must be a country's two- or three-letter code or English name, not "${country}".`,
  )
}

/** The import is done by now: that the file cannot be written is told beside its report. */
async function saveFaultyRows(
  file: string,
  csv: CsvFile,
  { faults }: ImportReport,
): Promise<{ path: string | null; problem?: string }> {
  if (faults.length === 0) return { path: null }
  try {
    return { path: await writeFaultyRows(file, csv, faults) }
  } catch (error) {
    return {
      path: null,
      problem: `The faulty rows could not be put into a file: ${(error as Error).message}`,
    }
  }
}
