/** The start of what some spreadsheets read as a formula, after any number of our quotes. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/

/**
 * Returns a text as a cell that no spreadsheet reads as a formula: with a quote before it. Quotes before the start of a
 * formula get one more, so that `unguardCell` always returns the original text.
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
export function guardCell(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text
}

/** Returns the text of a cell that `guardCell` wrote. Other cells are returned as they are, unless they look guarded. */
export function unguardCell(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell
}

/**
 * Returns a line of a CSV file (RFC 4180) with its end: texts are guarded, and in quotes where necessary. Numbers stay
 * numbers, negative ones too.
 */
export function csvLine(cells: readonly (string | number)[], delimiter = ','): string {
  const texts = cells.map((cell) => (typeof cell === 'number' ? String(cell) : guardCell(cell)))
  return `${texts.map((text) => writeCell(text, delimiter)).join(delimiter)}\r\n`
}

function writeCell(text: string, delimiter: string): string {
  return /["\r\n]/.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text
}
