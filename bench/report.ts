/** One line of the table. */
export interface Line {
  subject: string
  /** Answers a second. */
  rps?: number
  /** Latencies in milliseconds. */
  p50?: number
  p99?: number
  /** Processor time of the server for one answer, in microseconds. */
  cpu?: number
  /** The figure that is compared with a target. */
  check?: Check
}

export interface Check {
  text: string
  met: boolean
}

/** The result of one row on one database. */
export interface Result {
  row: string
  database: string
  lines: Line[]
}

export function atLeast(value: number, target: number, unit = 'of the baseline'): Check {
  return { text: `${show(value)} ${unit} (at least ${target})`, met: value >= target }
}

export function atMost(value: number, target: number, unit: string): Check {
  return { text: `${show(value)} ${unit} (at most ${target})`, met: value <= target }
}

/** Returns the results as a table of plain text. */
export function renderTable(results: readonly Result[]): string {
  const rows = results.flatMap(({ row, database, lines }) =>
    lines.map((line, index) => [
      index === 0 ? row : '',
      index === 0 ? database : '',
      line.subject,
      line.rps === undefined ? '' : Math.round(line.rps).toLocaleString('en'),
      line.p50?.toFixed(2) ?? '',
      line.p99?.toFixed(2) ?? '',
      line.cpu?.toFixed(0) ?? '',
      line.check?.text ?? '',
      line.check ? (line.check.met ? 'met' : 'MISSED') : '',
    ]),
  )
  const all = [
    ['row', 'database', 'what', 'req/s', 'p50 ms', 'p99 ms', 'CPU µs', 'figure (target)', ''],
    ...rows,
  ]
  const widths = all[0]!.map((_, column) => Math.max(...all.map((cells) => cells[column]!.length)))
  const isNumber = (column: number) => column >= 3 && column <= 6
  return all
    .map((cells) =>
      cells
        .map((cell, column) =>
          isNumber(column) ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

export function isMissed(results: readonly Result[]): boolean {
  return results.some(({ lines }) => lines.some(({ check }) => check?.met === false))
}

function show(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(2)
}
