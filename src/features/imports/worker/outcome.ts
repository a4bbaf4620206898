import type { CsvFile, RowNote } from '../../../platform/imports/csv-file.ts'
import { readable } from '../../../platform/imports/describe-report.ts'
import { renderInvalidRows } from '../../../platform/imports/invalid-rows.ts'
import type { ImportReport } from '../../../platform/imports/run-import.ts'
import type { ImportNote, ImportSummary } from '../record.ts'

const MOST_NOTES = 100

/** The findings of a check or run. */
export interface Outcome {
  summary: ImportSummary
  errors: ImportNote[]
  warnings: ImportNote[]
  ignored: string[]
  rows: number
  /** The CSV file of the invalid rows; empty for none. */
  invalidRows: Buffer
}

/** Returns the result of an import for its record. */
export function toOutcome(table: CsvFile, report: ImportReport): Outcome {
  const { taken, removed = 0, ignored = [], columns = {}, issues } = report
  const { create, update, unchanged } = report.counts ?? { create: taken, update: 0, unchanged: 0 }
  const toNote = ({ line, field, message }: RowNote): ImportNote => ({
    line,
    column: table.header[columns[field] ?? -1] || null,
    message: readable(message),
  })
  const doubts = table.doubt ? [table.doubt] : []
  const warnings = [...doubts, ...report.warnings].slice(0, MOST_NOTES)
  return {
    summary: {
      create,
      update,
      unchanged,
      remove: removed,
      invalid: new Set(issues.map(({ line }) => line)).size,
    },
    errors: issues.slice(0, MOST_NOTES).map(toNote),
    warnings: warnings.map(toNote),
    ignored,
    rows: table.rows.length,
    invalidRows: Buffer.from(issues.length > 0 ? renderInvalidRows(table, issues) : ''),
  }
}
