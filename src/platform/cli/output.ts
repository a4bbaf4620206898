import type { Writable } from 'node:stream'

/** Where a command writes: its result, and what stands beside it. */
export interface Output {
  /** A line of the result. */
  print(line: string): void
  /** A line beside the result, for the person at the terminal. */
  note(line: string): void
  /** The code that the process is to end with. */
  exit(code: number): void
  /** Where an export without a file goes. */
  stdout: Writable
}

/** The exit code of commands that look for something: there is none. */
export const NOTHING_FOUND = 2

/** A table with a heading and columns as wide as what is in them, a line a row. */
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

/** A record, a field a line. */
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

/** The text on one line, whatever somebody has typed into it: it neither moves the cursor nor turns the writing. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
}
