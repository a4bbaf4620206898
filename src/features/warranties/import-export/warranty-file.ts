import { Invalid } from '../../../platform/errors.ts'
import { type Columns, findColumns } from '../../../platform/imports/columns.ts'
import { type CsvFile, readCsv } from '../../../platform/imports/csv-file.ts'
import { type DateOrder, findDateOrder } from '../../../platform/imports/dates.ts'
import { refuseOtherKinds } from '../../../platform/imports/file-kinds.ts'
import { readNdjson } from './ndjson-file.ts'
import {
  DATE_FIELDS,
  REGISTRATION_COLUMNS,
  REQUIRED_COLUMNS,
  type RegistrationField,
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
  /** The position of each field's column. */
  columns?: Columns<RegistrationField>['of']
}

interface FileOptions {
  /** `COLUMN=FIELD` for columns with unusual names. */
  mapped: readonly string[]
  /** The order of dates such as 5/31/2026. Default: the order that fits all dates of the file. */
  dateOrder?: DateOrder | undefined
}

/**
 * Reads a file of warranties: NDJSON when its name ends in `.ndjson` or `.jsonl`, else CSV.
 * @throws AppError when it cannot be read, Invalid when its columns are unclear
 */
export async function readWarrantyFile(
  path: string,
  brand: { id: number; slug: string },
  { mapped, dateOrder }: FileOptions,
): Promise<WarrantyFile> {
  if (/\.(ndjson|jsonl)$/i.test(path)) {
    if (mapped.length === 0) return readNdjson(path, brand)
    throw new Invalid([
      { field: '', message: 'Only columns of CSV files can be mapped, not fields of NDJSON.' },
    ])
  }
  return readWarrantyTable(await readCsv(path), brand, { mapped, dateOrder })
}

/** Reads the rows of a table of warranties. @throws Invalid when its columns are unclear */
export function readWarrantyTable(
  table: CsvFile,
  brand: { id: number; slug: string },
  { mapped, dateOrder }: FileOptions,
): WarrantyFile & { table: CsvFile } {
  refuseOtherKinds(table.header, 'warranties', mapped)
  const columns = findColumns(table.header, REGISTRATION_COLUMNS, { mapped, required: REQUIRED_COLUMNS })
  const options = { columns, brand, dateOrder: dateOrder ?? findDateOrder(datesOf(table, columns)) }
  const rows = table.rows.map((row) => ({ line: row.line, ...readRegistrationRow(row, options) }))
  return { rows, table, ignored: columns.ignored, columns: columns.of }
}

function datesOf({ rows }: CsvFile, { of }: Columns<RegistrationField>): string[] {
  const positions = DATE_FIELDS.map((field) => of[field]).filter((position) => position !== undefined)
  return rows.flatMap(({ cells }) => positions.map((position) => cells[position] ?? ''))
}
