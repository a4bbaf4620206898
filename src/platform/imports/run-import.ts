import type { Db, Trx } from '../db/db.ts'
import type { RowNote } from './csv-file.ts'

/** How an import is run. */
export interface ImportMode {
  /** Check and report only. */
  dryRun: boolean
  /** Import the valid rows where others are invalid; else all or nothing. */
  skipInvalid: boolean
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
  /** Why rows were not imported. */
  issues: RowNote[]
  warnings: RowNote[]
}

class RolledBack extends Error {}

/**
 * Runs an import in one transaction. Rolls it back for a dry run, where no row can be imported, and where a row is
 * invalid, unless invalid rows are skipped.
 */
export async function runImport(
  db: Db,
  { dryRun, skipInvalid }: Pick<ImportMode, 'dryRun' | 'skipInvalid'>,
  work: (trx: Trx) => Promise<Omit<ImportReport, 'written'>>,
): Promise<ImportReport> {
  let report: Omit<ImportReport, 'written'> | undefined
  try {
    await db.write(async (trx) => {
      report = await work(trx)
      const { taken, issues } = report
      if (dryRun || taken === 0 || (issues.length > 0 && !skipInvalid)) throw new RolledBack()
    })
    return { ...report!, written: true }
  } catch (error) {
    if (error instanceof RolledBack) return { ...report!, written: false }
    throw error
  }
}
