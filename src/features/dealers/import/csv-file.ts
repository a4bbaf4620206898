import { readFile, writeFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { AppError } from '../../../platform/errors.ts'

/** One row of a file: the cells by their position, trimmed. */
export interface CsvRow {
  /** Line of the file on which the row begins, the header's being 1. */
  line: number
  cells: string[]
}

export interface CsvFile {
  header: string[]
  rows: CsvRow[]
}

/** A row that is not taken, or is taken with a change worth telling. */
export interface RowNote {
  line: number
  message: string
}

/**
 * Reads what administrators have: UTF-8 with or without BOM, UTF-16 with one, or else Windows-1252; commas,
 * semicolons or tabs; quoted cells with line ends in them. Throws AppError when there is nothing to read.
 */
export async function readCsv(file: string): Promise<CsvFile> {
  const bytes = await readFile(file).catch((cause: Error) => {
    throw new AppError('VALIDATION_ERROR', `${file} cannot be read: ${cause.message}`, { cause })
  })
  const text = decode(bytes)
  const [first, ...rest] = parseText(file, text)
  if (!first) throw new AppError('VALIDATION_ERROR', `${file} is empty.`)
  return { header: first.cells, rows: rest.filter(({ cells }) => cells.some((cell) => cell !== '')) }
}

/** Writes the rows that were not taken beside their file, with the reason of each. Returns the new file's name. */
export async function writeFaultyRows(
  file: string,
  { header, rows }: CsvFile,
  faults: RowNote[],
): Promise<string> {
  const name = `${file.replace(/\.[^./]*$/, '')}.faulty.csv`
  const reasons = Map.groupBy(faults, (fault) => fault.line)
  const lines = rows.flatMap(({ line, cells }) => {
    const own = reasons.get(line)
    return own ? [[String(line), own.map((fault) => fault.message).join('; '), ...cells]] : []
  })
  const table = [['line', 'reason', ...header], ...lines]
  await writeFile(name, `${table.map((cells) => cells.map(writeCell).join(',')).join('\r\n')}\r\n`)
  return name
}

/** What `writeCell` guarded is itself again: the file of faulty rows can be mended and read. */
function readCell(text: string): string {
  return /^'[=+\-@\t\r]/.test(text) ? text.slice(1) : text
}

/** A cell that no spreadsheet takes for a formula (OWASP: CSV injection). */
function writeCell(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

function decode(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // Excel on Windows; every byte means something there.
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function parseText(file: string, text: string): CsvRow[] {
  try {
    const records = parse(text, {
      delimiter: delimiterOf(text),
      relax_column_count: true,
      info: true,
      trim: true,
    }) as unknown as { record: string[]; info: { lines: number } }[]
    // csv-parse tells the line on which a record ends.
    return records.map(({ record, info }) => ({
      line: info.lines - extraLines(record),
      cells: record.map(readCell),
    }))
  } catch (cause) {
    throw new AppError('VALIDATION_ERROR', `${file} is not CSV: ${(cause as Error).message}`, { cause })
  }
}

function extraLines(cells: string[]): number {
  return cells.reduce((lines, cell) => lines + cell.split('\n').length - 1, 0)
}

function delimiterOf(text: string): string {
  const [header = ''] = text.split(/\r?\n/, 1)
  const counts = [',', ';', '\t'].map((delimiter) => ({ delimiter, count: header.split(delimiter).length }))
  return counts.toSorted((a, b) => b.count - a.count)[0]!.delimiter
}
