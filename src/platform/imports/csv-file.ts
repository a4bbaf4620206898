import { CsvError, type Info, parse } from 'csv-parse/sync'
import { unguardCell } from '../csv-cell.ts'
import { AppError } from '../errors.ts'
import { readInput } from '../files.ts'

/** One row of a file: the cells by their position, trimmed. */
export interface CsvRow {
  /** Line of the file on which the row begins; the file's first line is 1. */
  line: number
  cells: string[]
  /** What makes it unsafe to take the cells for those of their columns. */
  faults: string[]
}

export interface CsvFile {
  header: string[]
  /** Those that have anything in them. */
  rows: CsvRow[]
  /** What stands between cells. */
  delimiter: string
  /** Whether its characters are what was meant may be doubted. */
  doubt?: RowNote
}

/** What is to be told of a row. */
export interface RowNote {
  line: number
  message: string
}

/**
 * Reads what administrators have: UTF-8 with or without BOM, UTF-16 with one, or else Windows-1252; commas,
 * semicolons or tabs, which a first line `sep=;` may name; quoted cells with line ends in them; any line ends. A
 * quote that `guardCell` put before a cell is taken off, and `="02110"`, which keeps spreadsheets from dropping the
 * zero, is its text. Throws AppError when there is nothing to read, or it is UTF-8 with broken characters.
 */
export async function readCsv(file: string): Promise<CsvFile> {
  const bytes = await readInput(file)
  const { text, doubt } = decode(file, bytes)
  if (text.includes('\0')) {
    throw new AppError(
      'VALIDATION_ERROR',
      `${file} is no text file. Save the table as CSV, in UTF-8, and give that file.`,
    )
  }
  const [named, given] = SEPARATOR.exec(text) ?? ['']
  const table = text.slice(named.length)
  const delimiter = given ?? delimiterOf(table)
  const [header, ...rows] = parseText(file, table, delimiter)
  if (!header)
    throw new AppError('VALIDATION_ERROR', `${file} is empty: its first line must name the columns.`)
  for (const { cells, faults } of rows) {
    const beyond = cells.slice(header.cells.length).some((cell) => cell !== '')
    if (beyond) {
      faults.push(
        `has ${cells.length} cells where the header has ${header.cells.length}: put cells in quotes that hold a ${NAMES[delimiter]}`,
      )
    }
  }
  nameColumns(header.cells, rows)
  const last = rows.at(-1)
  if (last && last.cells.length < header.cells.length && !/[\r\n]\s*$/.test(text.slice(-1_000))) {
    last.faults.push(
      `has ${last.cells.length} cells where the header has ${header.cells.length}, and no line end: the file may be cut off. Where it is whole, end the line`,
    )
  }
  return { header: header.cells, rows, delimiter, ...(doubt && { doubt }) }
}

/** A column without a name that has something in it is called by its position, so that it can be told and mapped. */
function nameColumns(header: string[], rows: readonly CsvRow[]): void {
  for (const [position, name] of header.entries()) {
    if (name === '' && rows.some(({ cells }) => cells[position])) header[position] = `column ${position + 1}`
  }
}

function decode(file: string, bytes: Buffer): { text: string; doubt?: RowNote | undefined } {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { text: new TextDecoder('utf-16le').decode(bytes) }
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { text: new TextDecoder('utf-16be').decode(bytes) }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    const asUtf8 = new TextDecoder().decode(bytes)
    refuseBrokenUtf8(file, bytes, asUtf8)
    // Excel on Windows; every byte means something there.
    return { text: new TextDecoder('windows-1252').decode(bytes), doubt: doubtWindows1252(asUtf8) }
  }
}

/** Of some characters it cannot be told whether they are one of UTF-8, in a file with broken ones, or several. */
function doubtWindows1252(asUtf8: string): RowNote | undefined {
  const [character] = /[^\0-\x7f\ufffd]/u.exec(asUtf8) ?? []
  if (character === undefined) return undefined
  const taken = new TextDecoder('windows-1252').decode(Buffer.from(character))
  return {
    line: lineOfFirst(asUtf8, character),
    message: `has "${taken}", which is "${character}" if the file is UTF-8. It was read as Windows-1252, as line ${lineOfFirst(asUtf8, BROKEN)} is no UTF-8: if that is wrong, save the table again as CSV, in UTF-8`,
  }
}

const BROKEN = '\ufffd'

function lineOfFirst(text: string, character: string): number {
  return text.slice(0, text.indexOf(character)).split(/\r\n|\n|\r/).length
}

/** By chance, texts in Windows-1252 hardly ever have characters of UTF-8 that are more than a byte. */
function refuseBrokenUtf8(file: string, bytes: Buffer, asUtf8: string): void {
  const brokenCount = asUtf8.split(BROKEN).length - 1
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  if (!marked && (asUtf8.match(/[^\0-\x7f]/gu)?.length ?? 0) < 2 * brokenCount) return
  throw new AppError(
    'VALIDATION_ERROR',
    `${file}, line ${lineOfFirst(asUtf8, BROKEN)}: a character is broken, and the others are UTF-8. Was the file cut off, or text of another encoding put into it? Save the table again as CSV, in UTF-8.`,
  )
}

const NAMES: Record<string, string> = { ',': 'comma', ';': 'semicolon', '\t': 'tab' }

/** Excel's first line, without its end: the lines after it are counted as they are. */
const SEPARATOR = /^"?sep=([,;\t])"?(?=[\r\n])/i

const MOST_CHARACTERS_OF_HEADER = 100_000

/** The one that the header has most of, outside of quotes; cells in quotes may have line ends in them. */
function delimiterOf(text: string): string {
  const start = text.slice(0, MOST_CHARACTERS_OF_HEADER)
  const header = /^.*\S.*$/m.exec(start.replace(/(?<=^|[,;\t]) *"(?:[^"]|"")*"/gm, '""'))?.[0] ?? ''
  const counts = Object.keys(NAMES).map((delimiter) => ({
    delimiter,
    count: header.split(delimiter).length,
  }))
  return counts.toSorted((a, b) => b.count - a.count)[0]!.delimiter
}

/** The rows with anything in them. */
function parseText(file: string, text: string, delimiter: string): CsvRow[] {
  const bytes = Buffer.from(text)
  const lineOf = countLines(bytes)
  let start = 0
  try {
    const records = parse(bytes, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      trim: true,
      info: true,
    }) as unknown as { record: string[]; info: Info }[]
    return records.flatMap(({ record, info }) => {
      const line = lineOf(start)
      start = info.bytes
      const cells = record.map((cell) => textOf(cell.trim()))
      return cells.some((cell) => cell !== '') ? { line, cells, faults: [] } : []
    })
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause
    const wrong =
      cause.code === 'CSV_QUOTE_NOT_CLOSED'
        ? 'a cell begins with a quote (") that never ends'
        : 'a quoted cell ends before its time'
    throw new AppError(
      'VALIDATION_ERROR',
      `${file}, near line ${lineOf(Number(cause.bytes))}: ${wrong}. Write a quote within a quoted cell twice ("").`,
      { cause },
    )
  }
}

/** What a spreadsheet would show in a cell. */
function textOf(cell: string): string {
  const [, text] = /^="((?:[^"]|"")*)"$/.exec(cell) ?? []
  return text === undefined ? unguardCell(cell) : text.replaceAll('""', '"').trim()
}

/** Tells on which line a byte is, counting from 1. To be asked about one position after another. */
function countLines(bytes: Buffer): (position: number) => number {
  const [LF, CR] = [10, 13]
  let line = 1
  let at = 0
  return (position) => {
    for (; at < position; at++) {
      if (bytes[at] === LF || (bytes[at] === CR && bytes[at + 1] !== LF)) line++
    }
    return line
  }
}
