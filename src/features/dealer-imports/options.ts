import type { CsvFile } from '../../platform/imports/csv-file.ts'
import type { ImportMode, ImportReport } from '../../platform/imports/run-import.ts'

/** An import of dealers or territories. */
export interface ImportInput extends ImportMode {
  table: CsvFile
  /** What columns hold: `COLUMN=FIELD`. */
  mapped: readonly string[]
  /** The brand's slug or id. */
  brand: string
  /** The country of rows that name none. */
  country: string | undefined
  /** Remove from the brand what no row names. What an invalid row names, or may name, stays. */
  replace: boolean
}

export interface TableReport extends ImportReport {
  /** Columns that were skipped. */
  ignored: string[]
}

/** A row that was read, and its line in the file. */
export type Line<Row> = Row & { line: number }

/** The note on an invalid row because of which `replace` removed nothing. */
export const MAY_BE_ANY =
  'The row may mean any of the records that the file does not name, so none of them is removed. Fix it and import the complete file again.'
