import { type Command, Option } from 'commander'
import type { Db } from '../../../platform/db/db.ts'
import { AppError } from '../../../platform/errors.ts'
import { countryFromText } from '../../../platform/validate.ts'
import type { Locate } from '../records/look-up-points.ts'
import { type CsvFile, type RowNote, readCsv, writeFaultyRows } from './csv-file.ts'
import { dealerColumns, importDealers } from './import-dealers.ts'
import { importTerritories, territoryColumns } from './import-territories.ts'
import { showProgress } from './progress.ts'
import type { ImportOptions, ImportReport } from './run-import.ts'

const MOST_WARNINGS = 20

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
    .argument('<file>', 'CSV: UTF-8 or Windows-1252; commas, semicolons or tabs')
    .requiredOption('--brand <slug>', 'the brand')
    .addOption(
      new Option('--map <column=field>', 'says what a column holds; may be repeated')
        .default([])
        .argParser(collect),
    )
    .option('--country <country>', 'the country of rows that name none; else judged by their postal codes')
    .option('--dry-run', 'check and report only')
    .option('--skip-invalid', 'take the good rows where others have faults, instead of nothing')
    .option('--replace', "make the brand's exactly what the file says: what it does not name goes")
    .option('--json', 'report as one line of JSON')
    .action(async (file: string, flags: Flags) => {
      if (flags.country !== undefined && countryFromText(flags.country) === null) {
        throw new AppError('VALIDATION_ERROR', `--country ${flags.country} is no country.`)
      }
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
      const faultyFile = report.faults.length > 0 ? await writeFaultyRows(file, csv, report.faults) : null
      if (flags.json) print(JSON.stringify({ ...report, faulty_file: faultyFile }))
      else for (const line of describe(noun, report, faultyFile, flags)) print(line)
      for (const line of flags.json ? [] : listNotes(report.warnings)) note(line)
      if (report.faults.length > 0) process.exitCode = 1
    })
}

function collect(value: string, before: string[]): string[] {
  return [...before, value]
}

function describe(
  noun: string,
  report: ImportReport & { ignored: string[] },
  faultyFile: string | null,
  flags: Flags,
) {
  const { written, taken, removed, faults, ignored } = report
  const faulty = new Set(faults.map((fault) => fault.line)).size
  const removal = removed > 0 ? `, ${removed} ${noun} that the file does not name removed` : ''
  return [
    ...(ignored.length > 0 ? [`Columns passed over: ${ignored.join(', ')}.`] : []),
    written
      ? `${taken} rows of ${noun} taken${removal}.`
      : flags.dryRun
        ? `Dry run: nothing was written. ${taken} rows would be taken${removal}.`
        : 'Nothing was written, because of faulty rows. Mend them, or take the others with --skip-invalid.',
    ...(faultyFile ? [`${faulty} faulty rows, with their reasons, are in ${faultyFile}.`] : []),
  ]
}

function listNotes(warnings: RowNote[]): string[] {
  const shown = warnings.slice(0, MOST_WARNINGS).map(({ line, message }) => `Line ${line}: ${message}.`)
  const hidden = warnings.length - shown.length
  return hidden > 0 ? [...shown, `${hidden} more warnings.`] : shown
}
