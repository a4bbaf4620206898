import type { Db, Trx } from '../db/db.ts'
import type { RowNote } from './csv-file.ts'

/** How an import is to be done. */
export interface ImportMode {
  /** Check and report only. */
  dryRun: boolean
  /** Take the good rows where others have faults; else all or nothing. */
  skipInvalid: boolean
  /** Told how many rows are through. */
  onProgress(rows: number): void
}

/** What came of an import. */
export interface ImportReport {
  /** Whether the database holds the result. */
  written: boolean
  /** Rows that were taken, or would have been. */
  taken: number
  /** What went because the file did not name it. */
  removed?: number
  /** Why rows were not taken. */
  faults: RowNote[]
  warnings: RowNote[]
}

class RolledBack extends Error {}

/**
 * Runs an import in one transaction, which stands only if that is wanted, there is a row to take, and nothing is
 * wrong with any, or the faulty ones are to be left out. `work` adds the faults that only the database can tell.
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
      const { taken, faults } = report
      if (dryRun || taken === 0 || (faults.length > 0 && !skipInvalid)) throw new RolledBack()
    })
    return { ...report!, written: true }
  } catch (error) {
    if (error instanceof RolledBack) return { ...report!, written: false }
    throw error
  }
}
