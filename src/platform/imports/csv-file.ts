import type { Info } from 'csv-parse/sync'
import { unguardCell } from '../csv-cell.ts'
import { Invalid, type Issue } from '../errors.ts'
import { readInput } from '../files.ts'

/** A row of a file: the trimmed cells by position. */
export interface CsvRow {
  /** Line of the file on which the row starts, from 1. */
  line: number
  cells: string[]
  /** Why the cells may be under the wrong columns. */
  issues: Remark[]
}

export interface CsvFile {
  header: string[]
  /** The rows that are not empty. */
  rows: CsvRow[]
  /** The character between cells. */
  delimiter: string
  /** A note about characters that may have been misread. */
  doubt?: RowNote
}

/** An issue of a row or a note on it. Its field is empty where the row as a whole is meant. */
export interface Remark extends Issue {
  /** The option of the import that settles it, by the name of the request's parameter. */
  option?: ImportOption
}

export type ImportOption = 'country' | 'date_format' | 'map'

export interface RowNote extends Remark {
  line: number
}

/**
 * Reads a CSV file: UTF-8 with or without BOM, UTF-16 with one, or else Windows-1252; commas, semicolons or tabs, which
 * a first line `sep=;` may name; any line ends, in quoted cells too. Removes the quote that `guardCell` put before a
 * cell, and reads `="02110"`, which keeps spreadsheets from dropping the zero, as its text.
 * @throws Invalid (VALIDATION_ERROR) where there is nothing to read, or UTF-8 with broken characters
 */
export async function readCsv(file: string): Promise<CsvFile> {
  return parseCsv(file, await readInput(file))
}

/**
 * Reads the bytes of a CSV file as `readCsv` does.
 * @param file what messages call the file
 * @throws Invalid (VALIDATION_ERROR) where there is nothing to read, or UTF-8 with broken characters
 */
export async function parseCsv(file: string, bytes: Buffer): Promise<CsvFile> {
  const { text, doubt } = decode(file, bytes)
  return { ...(await parseTable(file, text)), ...(doubt && { doubt }) }
}

/**
 * Reads the header and up to `most` rows from the first bytes of a CSV file, as `parseCsv` does. The last row is left out
 * unless its line ends: it may be cut off.
 * @throws Invalid (VALIDATION_ERROR) where there is nothing to read, or UTF-8 with broken characters
 */
export async function parseBeginning(
  file: string,
  bytes: Buffer,
  most: number,
): Promise<Pick<CsvFile, 'header' | 'rows'>> {
  const { text } = decode(file, withoutCutCharacter(bytes))
  const lines = text.slice(0, text.lastIndexOf('\n') + 1)
  const hasHeader = lines.replace(SEPARATOR, '').trim() !== ''
  const { header, rows } = await parseTable(file, hasHeader ? lines : text, most)
  return { header, rows }
}

/** Returns the bytes without a last character in UTF-8 whose end is missing. */
function withoutCutCharacter(bytes: Buffer): Buffer {
  for (const length of [1, 2, 3]) {
    const byte = bytes.at(-length) ?? 0
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    if (needed > length) return bytes.subarray(0, -length)
  }
  return bytes
}

/** @param most the number of rows to read after the header; default: all */
async function parseTable(
  file: string,
  text: string,
  most?: number,
): Promise<Pick<CsvFile, 'header' | 'rows' | 'delimiter'>> {
  if (text.includes('\0')) {
    throw unreadable(`${file} is not a text file. Save the table as CSV in UTF-8 and import that file.`)
  }
  const [named, declared] = SEPARATOR.exec(text) ?? ['']
  const table = text.slice(named.length)
  const delimiter = declared ?? delimiterOf(table)
  const [header, ...rows] = await parseText(file, table, { delimiter, most })
  if (!header) throw unreadable(`${file} is empty. Its first line must name the columns.`)
  for (const { cells, issues } of rows) {
    const beyond = cells.slice(header.cells.length).some((cell) => cell !== '')
    if (beyond) {
      issues.push({
        field: '',
        message: `The row has ${cells.length} cells and the header ${header.cells.length}. Put cells that contain a ${NAMES[delimiter]} in quotes.`,
      })
    }
  }
  nameColumns(header.cells, rows)
  const last = rows.at(-1)
  if (last && last.cells.length < header.cells.length && !/[\r\n]\s*$/.test(text.slice(-1_000))) {
    last.issues.push({
      field: '',
      message: `The row has ${last.cells.length} cells and no line end, and the header has ${header.cells.length} cells: the file may be cut off. If it is complete, end the line.`,
    })
  }
  return { header: header.cells, rows, delimiter }
}

function unreadable(message: string): Invalid {
  return new Invalid([{ field: '', message }])
}

/** Names unnamed columns with content by their position, so that they can be reported and mapped. */
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
    // Excel on Windows writes this encoding, in which every byte is valid.
    return { text: new TextDecoder('windows-1252').decode(bytes), doubt: doubtWindows1252(asUtf8) }
  }
}

/** Returns a note if a Windows-1252 character may be UTF-8 in a file with broken characters. */
function doubtWindows1252(asUtf8: string): RowNote | undefined {
  const [character] = /[^\0-\x7f\ufffd]/u.exec(asUtf8) ?? []
  if (character === undefined) return undefined
  const taken = new TextDecoder('windows-1252').decode(Buffer.from(character))
  return {
    line: lineOfFirst(asUtf8, character),
    field: '',
    message: `"${taken}" would be "${character}" in UTF-8. The file was read as Windows-1252, because line ${lineOfFirst(asUtf8, BROKEN)} is not UTF-8. If that is wrong, save the table again as CSV in UTF-8.`,
  }
}

const BROKEN = '\ufffd'

function lineOfFirst(text: string, character: string): number {
  return text.slice(0, text.indexOf(character)).split(/\r\n|\n|\r/).length
}

/** Refuses UTF-8 with broken characters. Text in Windows-1252 hardly ever looks like multi-byte UTF-8. */
function refuseBrokenUtf8(file: string, bytes: Buffer, asUtf8: string): void {
  const brokenCount = asUtf8.split(BROKEN).length - 1
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  if (!marked && (asUtf8.match(/[^\0-\x7f]/gu)?.length ?? 0) < 2 * brokenCount) return
  throw unreadable(
    `${file}, line ${lineOfFirst(asUtf8, BROKEN)}: a character is broken, and the others are UTF-8. The file was cut off, or has text in another encoding. Save the table again as CSV in UTF-8.`,
  )
}

const NAMES: Record<string, string> = { ',': 'comma', ';': 'semicolon', '\t': 'tab' }

/** Excel's first line, without its end. It counts as a line. */
const SEPARATOR = /^"?sep=([,;\t])"?(?=[\r\n])/i

const MOST_CHARACTERS_OF_HEADER = 100_000

/** Returns the most frequent delimiter in the header, outside of quotes. */
function delimiterOf(text: string): string {
  const start = text.slice(0, MOST_CHARACTERS_OF_HEADER)
  const header = /^.*\S.*$/m.exec(start.replace(/(?<=^|[,;\t]) *"(?:[^"]|"")*"/gm, '""'))?.[0] ?? ''
  const counts = Object.keys(NAMES).map((delimiter) => ({
    delimiter,
    count: header.split(delimiter).length,
  }))
  return counts.toSorted((a, b) => b.count - a.count)[0]!.delimiter
}

/** Returns the rows that are not empty. */
async function parseText(
  file: string,
  text: string,
  { delimiter, most }: { delimiter: string; most: number | undefined },
): Promise<CsvRow[]> {
  // A server without imports never loads it.
  const { CsvError, parse } = await import('csv-parse/sync')
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
      ...(most !== undefined && { to: most + 1 }),
    }) as unknown as { record: string[]; info: Info }[]
    return records.flatMap(({ record, info }) => {
      const line = lineOf(start)
      start = info.bytes
      const cells = record.map((cell) => textOf(cell.trim()))
      return cells.some((cell) => cell !== '') ? { line, cells, issues: [] } : []
    })
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause
    const wrong =
      cause.code === 'CSV_QUOTE_NOT_CLOSED'
        ? 'a cell begins with a quote (") that is never closed'
        : 'a quoted cell has text after its closing quote'
    throw unreadable(
      `${file}, near line ${lineOf(Number(cause.bytes))}: ${wrong}. Double each quote within a quoted cell ("").`,
    )
  }
}

/** Returns the text that a spreadsheet shows in a cell. */
function textOf(cell: string): string {
  const [, text] = /^="((?:[^"]|"")*)"$/.exec(cell) ?? []
  return text === undefined ? unguardCell(cell) : text.replaceAll('""', '"').trim()
}

/** Returns a function that returns the line of a byte, from 1. Positions must be given in order. */
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
