import type { Writable } from 'node:stream'

/** A command's output: its result and the notes beside it. */
export interface Output {
  /** Prints a line of the result. */
  print(line: string): void
  /** Prints a line for the person at the terminal, to standard error. */
  note(line: string): void
  /** Sets the exit code of the process. */
  exit(code: number): void
  /** The destination of an export without a file. */
  stdout: Writable
  /** How the user called the program, for commands to paste: `./bin/transom`. */
  self: string
}

/** The exit code of commands that look for something and find nothing. */
export const NOTHING_FOUND = 2

/** How a list is printed. */
export interface ListView<T> {
  json: boolean | undefined
  /** The list's name in JSON: `api_users`. */
  name: string
  /** The word for its entries: `users`. */
  noun: string
  /** The value in each column, by heading. */
  columns: Record<string, (row: T) => unknown>
}

/** Prints a list as JSON or as a table. For an empty list, prints a note and sets the exit code NOTHING_FOUND. */
export function printList<T>(output: Output, rows: readonly T[], view: ListView<T>): void {
  const { json, name, noun, columns } = view
  if (json) output.print(toJson({ [name]: rows }))
  else if (rows.length > 0) {
    const read = Object.values(columns)
    const cells = rows.map((row) => read.map((cell) => cell(row)))
    for (const line of tabulate(Object.keys(columns), cells)) output.print(line)
  }
  if (rows.length === 0) reportNothing(output, noun)
}

/** Reports that there are no records of this kind, and sets the exit code NOTHING_FOUND. */
export function reportNothing({ note, exit }: Output, noun: string): void {
  note(`There are no ${noun} to show.`)
  exit(NOTHING_FOUND)
}

/** Prints a record as JSON, or as one field a line. */
export function printRecord({ print }: Output, record: object, { json }: { json?: boolean }): void {
  if (json) print(toJson(record))
  else for (const line of describeRecord(record)) print(line)
}

/**
 * Returns JSON, without `indent` on one line. Escapes characters that move the cursor or reverse the text direction.
 */
export function toJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(/[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  )
}

/** Returns a table: a heading, a line a row, columns as wide as their contents. */
export function tabulate(heading: readonly string[], rows: readonly (readonly unknown[])[]): string[] {
  const cells = [heading, ...rows].map((row) => row.map(inCell))
  const widths = heading.map((_, column) =>
    cells.reduce((width, row) => Math.max(width, row[column]!.length), 0),
  )
  return cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  )
}

/** Returns a record, one field a line. */
export function describeRecord(record: object): string[] {
  const fields = Object.entries(record)
  const width = Math.max(...fields.map(([name]) => name.length))
  return fields.map(([name, value]) => `${name.padEnd(width)}  ${inCell(value)}`.trimEnd())
}

function inCell(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-'
  if (value === true) return 'yes'
  if (value === false) return 'no'
  if (Array.isArray(value)) return value.length === 0 ? '-' : value.map(inCell).join(', ')
  return oneLine(typeof value === 'object' ? JSON.stringify(value) : String(value))
}

/** Returns the text on one line, without characters that move the cursor or reverse the text direction. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
}
