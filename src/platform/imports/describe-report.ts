import { oneLine } from '../cli/output.ts'
import type { RowNote } from './csv-file.ts'
import type { ImportReport } from './run-import.ts'

const MOST_NOTES = 20
const MOST_CHARACTERS = 600

export interface Circumstances {
  dryRun?: boolean
  skipInvalid?: boolean
  /** The path of the file with the invalid rows; null for none. */
  invalidFile: string | null
}

/** Returns the result of an import for the terminal. */
export function describeReport(
  noun: string,
  report: ImportReport & { ignored: string[] },
  { dryRun, skipInvalid, invalidFile }: Circumstances,
): string[] {
  const invalid = new Set(report.issues.map((issue) => issue.line)).size
  return [
    ...(report.ignored.length > 0 ? [readable(`Skipped columns: ${report.ignored.join(', ')}.`)] : []),
    describeOutcome(noun, report, dryRun && (invalid === 0 || skipInvalid)),
    ...(invalid > 0
      ? [
          `Invalid rows: ${invalid}.${invalidFile ? ` They are in ${invalidFile}, each with its reason.` : ''}`,
        ]
      : []),
  ]
}

/** Returns a text that may quote cells as one shortened line. */
export function readable(text: string): string {
  const line = oneLine(text)
  return line.length <= MOST_CHARACTERS
    ? line
    : `${line.slice(0, MOST_CHARACTERS / 2)} … ${line.slice(-MOST_CHARACTERS / 2)}`
}

/** Returns the first notes, or all of them, one a line. */
export function listNotes(kind: string, notes: readonly RowNote[], { all = false } = {}): string[] {
  const shown = (all ? notes : notes.slice(0, MOST_NOTES)).map(
    ({ line, message }) => `${kind}, line ${line}: ${readable(message)}`,
  )
  const hidden = notes.length - shown.length
  return hidden > 0 ? [...shown, `(And ${hidden} more.)`] : shown
}

function describeOutcome(
  noun: string,
  { written, taken, removed = 0, unconfirmed }: ImportReport,
  wouldBeWritten: boolean | undefined,
): string {
  const removal = removed > 0 ? ` Removed, because the file does not name them: ${removed}.` : ''
  const counts = `Imported rows of ${noun}: ${taken}.${removal}`
  if (written) return counts
  if (taken === 0) return 'Nothing was written: no row can be imported.'
  const tooMany = `${removed} of the brand's ${unconfirmed} ${noun}`
  if (wouldBeWritten) {
    const warning = unconfirmed === undefined ? '' : ` The import will need --yes, to remove ${tooMany}.`
    return `Dry run: nothing was written. ${counts}${warning}`
  }
  if (unconfirmed !== undefined) {
    return `Nothing was written: the import would remove ${tooMany}, which the file does not name. Check the file, or confirm with --yes.`
  }
  return 'Nothing was written, because rows are invalid. Fix them, or import the others with --skip-invalid.'
}
