/** What a spreadsheet would run, or take for the start of a formula, behind any number of quotes of ours. */
const FORMULA = /^'*[=+\-@\t\r\n]/

/**
 * A cell that no spreadsheet takes for a formula: it gets a quote before it. A text that begins with quotes and then
 * the start of a formula gets one more, so that `unguardCell` always gives back what there was.
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
export function guardCell(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text
}

/** The text of a cell that `guardCell` wrote. Any other cell is itself, unless it looks as if it had been guarded. */
export function unguardCell(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell
}

/** A line of a CSV file (RFC 4180), its end included: cells guarded, and in quotes where they must be. */
export function csvLine(cells: readonly string[], delimiter = ','): string {
  return `${cells.map((cell) => writeCell(guardCell(cell), delimiter)).join(delimiter)}\r\n`
}

function writeCell(text: string, delimiter: string): string {
  return /["\r\n]/.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text
}
