import { type Command, Option } from 'commander'
import { type Output, toJson } from '../cli/output.ts'
import { Invalid } from '../errors.ts'
import { reasonOf } from '../files.ts'
import type { CsvFile, ImportOption, RowNote } from './csv-file.ts'
import { describeReport, listNotes } from './describe-report.ts'
import { writeInvalidRows } from './invalid-rows.ts'
import type { ImportReport } from './run-import.ts'

/** The options of every import command. */
export interface ImportFlags {
  map: string[]
  dryRun?: boolean
  skipInvalid?: boolean
  json?: boolean
}

const ADVICE: Record<ImportOption, string> = {
  country: 'Give the country of rows without one with --country.',
  date_format: 'Give the order of dates with --date-format mdy or --date-format dmy.',
  map: 'Say what a column holds with --map "COLUMN=FIELD", or skip it with --map "COLUMN=".',
}

/** Rethrows an error of an import. If mapping columns settles it, adds how. */
export function hintAtMap(error: unknown): never {
  if (!(error instanceof Invalid) || !error.issues.some(({ field }) => field === 'map')) throw error
  throw new Invalid([...error.issues, { field: 'map', message: ADVICE.map }])
}

/** Adds the options of `ImportFlags` to a command. */
export function addImportOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--map <column=field>',
        'Field that a column holds, or nothing after the = to skip it; can be repeated',
      )
        .default([], 'none')
        .argParser((value: string, before: string[]) => [...before, value]),
    )
    .option('--dry-run', 'Check and report without writing')
    .option('--skip-invalid', 'Import the valid rows even if others are invalid')
    .option('--json', 'Print the report as one line of JSON')
}

/**
 * Prints the result of an import, writes the invalid rows to a file beside the imported one (or prints all of them if
 * it can't), and sets the exit code: 1 if a row was invalid or none could be imported.
 */
export async function printReport(
  noun: string,
  { path, table }: { path: string; table?: CsvFile | undefined },
  imported: ImportReport & { ignored: string[] },
  flags: ImportFlags,
  { print, note, exit }: Output,
): Promise<void> {
  const report = table?.doubt ? { ...imported, warnings: [table.doubt, ...imported.warnings] } : imported
  const invalid = await saveInvalidRows(path, table, report)
  const { issues, counts: _counts, columns: _columns, ...rest } = report
  // Programs read these keys, so they keep their old names.
  if (flags.json) print(toJson({ ...rest, faults: issues, faulty_file: invalid.path }))
  else {
    for (const line of describeReport(noun, report, { ...flags, invalidFile: invalid.path })) print(line)
    const errors = listNotes('Error', issues, { all: invalid.path === null })
    for (const line of [...errors, ...adviceOn(issues), ...listNotes('Note', report.warnings)]) note(line)
  }
  if (invalid.problem) note(invalid.problem)
  const isRefused = report.unconfirmed !== undefined && !flags.dryRun
  if (issues.length > 0 || report.taken === 0 || isRefused) exit(1)
}

/** Returns how to give the options that settle issues. */
function adviceOn(issues: readonly RowNote[]): string[] {
  return [...new Set(issues.flatMap(({ option }) => (option ? ADVICE[option] : [])))]
}

/** Reports an error beside the result of the import, which is already done. */
async function saveInvalidRows(
  file: string,
  csv: CsvFile | undefined,
  { issues }: ImportReport,
): Promise<{ path: string | null; problem?: string }> {
  if (issues.length === 0 || !csv) return { path: null }
  try {
    return { path: await writeInvalidRows(file, csv, issues) }
  } catch (error) {
    return {
      path: null,
      problem: `The invalid rows could not be written to a file: ${reasonOf(error)}`,
    }
  }
}
