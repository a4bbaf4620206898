import type { CsvFile, Remark } from '../../platform/imports/csv-file.ts'
import type { ImportMode, ImportReport } from '../../platform/imports/run-import.ts'

/** An import of dealers or territories. */
export interface ImportInput extends ImportMode {
  table: CsvFile
  /** The fields of columns: `COLUMN=FIELD`. */
  mapped: readonly string[]
  /** The brand's slug or id. */
  brand: string
  /** The country of rows without one. */
  country: string | undefined
  /** Remove from the brand the records that no row names. Records that an invalid row may name stay. */
  replace: boolean
}

export interface TableReport extends ImportReport {
  /** Columns that were skipped. */
  ignored: string[]
}

/** A row, and its line in the file. */
export type Line<Row> = Row & { line: number }

/** The note on an invalid row because of which `replace` removed nothing. */
export const MAY_BE_ANY: Remark = {
  field: '',
  message:
    'The row may mean any of the records that the file does not name, so none of them is removed. Fix it and import the complete file again.',
}
