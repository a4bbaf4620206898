import { csvLine } from './csv-cell.ts'

export type ExportFormat = 'csv' | 'ndjson'

/** A part of an export, and the number of records in it. */
export interface ExportPart {
  text: string
  rows: number
}

/**
 * Yields the text of an export, a page at a time: a JSON record a line, or a CSV file with these columns, which begins
 * with its header.
 */
export async function* exportText<R>(
  format: ExportFormat,
  columns: Readonly<Record<string, (record: R) => unknown>>,
  pages: AsyncIterable<readonly R[]>,
): AsyncGenerator<ExportPart> {
  const read = Object.values(columns)
  const toLine =
    format === 'csv'
      ? (record: R) => csvLine(read.map((cell) => toCell(cell(record))))
      : (record: R) => `${JSON.stringify(record)}\n`
  if (format === 'csv') yield { text: csvLine(Object.keys(columns)), rows: 0 }
  for await (const page of pages) {
    if (page.length > 0) yield { text: page.map(toLine).join(''), rows: page.length }
  }
}

function toCell(value: unknown): string | number {
  if (typeof value === 'number') return value
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '')
}
