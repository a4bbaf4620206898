import type { Db, Trx } from '../db/db.ts'
import type { RowNote } from './csv-file.ts'

/** Options of an import. */
export interface ImportMode {
  /** Check and report only. */
  dryRun: boolean
  /** Import the valid rows even if others are invalid; otherwise all or nothing. */
  skipInvalid: boolean
  /** Remove records without confirmation, even if they are more than a fifth of the stored ones. */
  confirmed?: boolean
  /** Called with the number of finished rows. */
  onProgress(rows: number): void
  /** Called in the import's transaction, before it is committed. An error rolls it back. May be called several times. */
  onWritten?(trx: Trx, report: ImportReport): Promise<void>
}

/** The result of an import. */
export interface ImportReport {
  /** Whether the import was committed. */
  written: boolean
  /** The number of rows that were imported, or would have been. */
  taken: number
  /** The number of records that were removed because they are not in the file. */
  removed?: number
  /** The number of stored records, if the import was rolled back because it would remove too many of them. */
  unconfirmed?: number
  /** How many records a complete import would create, change, and find as they are. */
  counts?: RecordCounts
  /** Columns that were skipped. */
  ignored?: string[]
  /** The position of each field's column. */
  columns?: Readonly<Record<string, number>>
  /** Why rows were not imported. */
  issues: RowNote[]
  warnings: RowNote[]
}

/** Numbers of records by what an import does to them. */
export interface RecordCounts {
  create: number
  update: number
  unchanged: number
}

class RolledBack extends Error {}

/** An import that removes a larger share of the stored records must be confirmed. */
const MOST_REMOVED = 1 / 5

type Work = Omit<ImportReport, 'written' | 'unconfirmed'> & {
  /** The number of records before the import, of which it may remove some. */
  stored?: number
}

/**
 * Runs an import in one transaction. Rolls it back if no row can be imported, if a row is invalid (unless invalid rows
 * are skipped), and if it would remove too many records without confirmation. A dry run reads a snapshot: it delays
 * nobody, and its work writes nothing.
 */
export async function runImport(
  db: Db,
  { dryRun, skipInvalid, confirmed, onWritten }: Omit<ImportMode, 'onProgress'>,
  work: (trx: Trx) => Promise<Work>,
): Promise<ImportReport> {
  let report: Omit<ImportReport, 'written'> | undefined
  const attempt = async (trx: Trx) => {
    const { stored = 0, ...result } = await work(trx)
    report = { ...result, issues: inFileOrder(result.issues) }
    const { taken, issues, removed = 0 } = result
    const impossible = taken === 0 || (issues.length > 0 && !skipInvalid)
    if (!impossible && !confirmed && removed > stored * MOST_REMOVED) report.unconfirmed = stored
    if (dryRun || impossible || report.unconfirmed !== undefined) throw new RolledBack()
    await onWritten?.(trx, { ...report, written: true })
  }
  try {
    await (dryRun ? db.snapshot((reader) => attempt(reader as Trx)) : db.write(attempt))
    return { ...report!, written: true }
  } catch (error) {
    if (error instanceof RolledBack) return { ...report!, written: false }
    throw error
  }
}

/** Each kind of check adds its errors after those of the others. People go through the file. */
function inFileOrder(notes: readonly RowNote[]): RowNote[] {
  return notes.toSorted((a, b) => a.line - b.line)
}
