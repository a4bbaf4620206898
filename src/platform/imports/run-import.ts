import type { Db, Trx } from '../db/db.ts'
import type { RowNote } from './csv-file.ts'

/** How an import is run. */
export interface ImportMode {
  /** Check and report only. */
  dryRun: boolean
  /** Import the valid rows where others are invalid; else all or nothing. */
  skipInvalid: boolean
  /** Remove records even if they are more than a fifth of those that are stored. */
  confirmed?: boolean
  /** Called with the number of rows that are done. */
  onProgress(rows: number): void
}

/** The result of an import. */
export interface ImportReport {
  /** Whether the database holds the result. */
  written: boolean
  /** The number of rows that were imported, or would have been. */
  taken: number
  /** The number of records that were removed because the file does not name them. */
  removed?: number
  /** The number of records that were stored, if the import was not written because it would remove too many of them. */
  unconfirmed?: number
  /** Why rows were not imported. */
  issues: RowNote[]
  warnings: RowNote[]
}

class RolledBack extends Error {}

/** An import that removes a larger share of the stored records must be confirmed. */
const MOST_REMOVED = 1 / 5

type Work = Omit<ImportReport, 'written' | 'unconfirmed'> & {
  /** The number of records before the import, of which it may remove some. */
  stored?: number
}

/**
 * Runs an import in one transaction. Rolls it back for a dry run, where no row can be imported, where a row is invalid
 * (unless invalid rows are skipped), and where it would remove too many records without confirmation.
 */
export async function runImport(
  db: Db,
  { dryRun, skipInvalid, confirmed }: Omit<ImportMode, 'onProgress'>,
  work: (trx: Trx) => Promise<Work>,
): Promise<ImportReport> {
  let report: Omit<ImportReport, 'written'> | undefined
  try {
    await db.write(async (trx) => {
      const { stored = 0, ...result } = await work(trx)
      report = result
      const { taken, issues, removed = 0 } = result
      const impossible = taken === 0 || (issues.length > 0 && !skipInvalid)
      if (!impossible && !confirmed && removed > stored * MOST_REMOVED) report.unconfirmed = stored
      if (dryRun || impossible || report.unconfirmed !== undefined) throw new RolledBack()
    })
    return { ...report!, written: true }
  } catch (error) {
    if (error instanceof RolledBack) return { ...report!, written: false }
    throw error
  }
}
