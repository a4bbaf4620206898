import { type Command, Option } from 'commander'
import type { Output } from '../cli/output.ts'
import type { CsvFile } from './csv-file.ts'
import { describeReport, listNotes } from './describe-report.ts'
import { writeInvalidRows } from './invalid-rows.ts'
import type { ImportReport } from './run-import.ts'

/** What every import command is told. */
export interface ImportFlags {
  map: string[]
  dryRun?: boolean
  skipInvalid?: boolean
  json?: boolean
}

/** Adds the options of `ImportFlags` to a command. */
export function addImportOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--map <column=field>',
        'says what a column holds, or (with nothing after the =) that it is to be passed over; may be repeated',
      )
        .default([], 'none')
        .argParser((value: string, before: string[]) => [...before, value]),
    )
    .option('--dry-run', 'check and report only')
    .option('--skip-invalid', 'take the good rows where others have faults, instead of nothing')
    .option('--json', 'report as one line of JSON')
}

/**
 * Tells what came of an import of a file, puts its faulty rows into another beside it (or, where there can be none, as
 * for a file that is no table, tells all of them), and sets the exit code: 1 where a row was faulty or none could be taken.
 */
export async function printReport(
  noun: string,
  { path, table }: { path: string; table?: CsvFile | undefined },
  imported: ImportReport & { ignored: string[] },
  flags: ImportFlags,
  { print, note, exit }: Output,
): Promise<void> {
  const report = table?.doubt ? { ...imported, warnings: [table.doubt, ...imported.warnings] } : imported
  const faulty = await saveFaultyRows(path, table, report)
  if (flags.json) print(JSON.stringify({ ...report, faulty_file: faulty.path }))
  else {
    for (const line of describeReport(noun, report, { ...flags, faultyFile: faulty.path })) print(line)
    const faults = listNotes('Fault', report.faults, { all: faulty.path === null })
    for (const line of [...faults, ...listNotes('Note', report.warnings)]) note(line)
  }
  if (faulty.problem) note(faulty.problem)
  if (report.faults.length > 0 || report.taken === 0) exit(1)
}

/** The import is done by now: that the file cannot be written is told beside its report. */
async function saveFaultyRows(
  file: string,
  csv: CsvFile | undefined,
  { faults }: ImportReport,
): Promise<{ path: string | null; problem?: string }> {
  if (faults.length === 0 || !csv) return { path: null }
  try {
    return { path: await writeInvalidRows(file, csv, faults) }
  } catch (error) {
    return {
      path: null,
      problem: `The faulty rows could not be put into a file: ${(error as Error).message}`,
    }
  }
}
