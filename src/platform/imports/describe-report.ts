import { oneLine } from '../cli/output.ts'
import type { RowNote } from './csv-file.ts'
import type { ImportReport } from './run-import.ts'

const MOST_NOTES = 20
const MOST_CHARACTERS = 600

export interface Circumstances {
  dryRun?: boolean
  skipInvalid?: boolean
  /** Where the faulty rows are; null: in no file. */
  faultyFile: string | null
}

/** What came of an import, for the person at the terminal. */
export function describeReport(
  noun: string,
  report: ImportReport & { ignored: string[] },
  { dryRun, skipInvalid, faultyFile }: Circumstances,
): string[] {
  const faulty = new Set(report.faults.map((fault) => fault.line)).size
  return [
    ...(report.ignored.length > 0 ? [readable(`Columns passed over: ${report.ignored.join(', ')}.`)] : []),
    describeOutcome(noun, report, dryRun && (faulty === 0 || skipInvalid)),
    ...(faulty > 0
      ? [`Faulty rows: ${faulty}.${faultyFile ? ` They are in ${faultyFile}, each with its reason.` : ''}`]
      : []),
  ]
}

/** Text in which cells may be quoted, as a line of moderate length. */
export function readable(text: string): string {
  const line = oneLine(text)
  return line.length <= MOST_CHARACTERS
    ? line
    : `${line.slice(0, MOST_CHARACTERS / 2)} … ${line.slice(-MOST_CHARACTERS / 2)}`
}

/** The first of many notes, or all, a line each. */
export function listNotes(kind: string, notes: readonly RowNote[], { all = false } = {}): string[] {
  const shown = (all ? notes : notes.slice(0, MOST_NOTES)).map(
    ({ line, message }) => `${kind}, line ${line}: ${readable(message)}.`,
  )
  const hidden = notes.length - shown.length
  return hidden > 0 ? [...shown, `${hidden} more of this kind.`] : shown
}

function describeOutcome(
  noun: string,
  { written, taken, removed = 0 }: ImportReport,
  wouldBeWritten: boolean | undefined,
): string {
  const removal = removed > 0 ? ` Removed from the brand, as the file does not name them: ${removed}.` : ''
  const counts = `Rows of ${noun} taken: ${taken}.${removal}`
  if (written) return counts
  if (taken === 0) return 'Nothing was written: there is no row that could be taken.'
  if (wouldBeWritten) return `Dry run: nothing was written. ${counts}`
  return 'Nothing was written, because of faulty rows. Mend them, or take the others with --skip-invalid.'
}
