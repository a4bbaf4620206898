import { Invalid, issue } from '../../../platform/errors.ts'
import { findColumns } from '../../../platform/imports/columns.ts'
import { type CsvFile, readCsv } from '../../../platform/imports/csv-file.ts'
import { readNdjson } from './ndjson-file.ts'
import {
  REGISTRATION_COLUMNS,
  REQUIRED_COLUMNS,
  type RegistrationRow,
  readRegistrationRow,
} from './registration-rows.ts'

/** A row with its line in the file; the first line is 1. */
export type RegistrationLine = RegistrationRow & { line: number }

export interface WarrantyFile {
  rows: RegistrationLine[]
  /** The table of a CSV file, for the file of its invalid rows. A table has no place for a history. */
  table?: CsvFile
  /** Columns or fields that the import ignores. */
  ignored: string[]
}

/**
 * Reads a file of warranties: NDJSON when its name ends in `.ndjson` or `.jsonl`, else CSV.
 * @throws AppError when it cannot be read, Invalid when its columns are unclear
 */
export async function readWarrantyFile(
  path: string,
  brand: { id: number; slug: string },
  { mapped }: { mapped: readonly string[] },
): Promise<WarrantyFile> {
  if (/\.(ndjson|jsonl)$/i.test(path)) {
    if (mapped.length === 0) return readNdjson(path, brand)
    throw new Invalid([issue('--map', 'is for the columns of CSV files. The fields of NDJSON have names')])
  }
  const table = await readCsv(path)
  const columns = findColumns(table.header, REGISTRATION_COLUMNS, { mapped, required: REQUIRED_COLUMNS })
  const rows = table.rows.map((row) => ({ line: row.line, ...readRegistrationRow(row, columns, brand) }))
  return { rows, table, ignored: columns.ignored }
}
