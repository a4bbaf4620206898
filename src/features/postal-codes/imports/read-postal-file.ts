import { Invalid } from '../../../platform/errors.ts'
import { normalizePostalCode } from '../codes/normalize-postal-code.ts'
import { postalKey } from '../codes/postal-key.ts'
import type { Point } from '../point.ts'
import { isMilitaryRow, parseGeoNamesLine } from './geonames.ts'

/** A postal file's contents for one country. */
export interface PostalFile {
  /** ISO 3166-1 alpha-2, upper case. */
  country: string
  /** By the key under which they are stored; a code with several places has their mean. */
  points: Map<string, Point>
  /** Lines read, blank ones left out. */
  lines: number
  /** Lines of other countries, and of the US military post. */
  skipped: number
  /** How many lines cannot be used, and the first of them. */
  faulty: number
  issues: { line: number; message: string }[]
}

interface Mean extends Point {
  count: number
}

const ISSUES_SHOWN = 20
const FSA = /^[A-Z][0-9][A-Z]$/

/**
 * Reads GeoNames' tab-separated postal codes line by line and keeps those of `country` (alpha-2, upper case).
 * @throws Invalid where there are none
 */
export async function readPostalFile(lines: AsyncIterable<string>, country: string): Promise<PostalFile> {
  const means = new Map<string, Mean>()
  const file: PostalFile = { country, points: means, lines: 0, skipped: 0, faulty: 0, issues: [] }
  let number = 0
  for await (const text of lines) {
    number += 1
    const line = number === 1 ? text.replace(/^\ufeff/, '') : text
    if (line.trim() === '') continue
    file.lines += 1
    const row = readRow(line, country)
    if (row === 'skipped') file.skipped += 1
    else if ('error' in row) report(file, number, row.error)
    else add(means, row.key, row.point)
  }
  if (means.size === 0) throw nothingToImport(file)
  return file
}

function nothingToImport({ country, lines, issues: [first] }: PostalFile): Invalid {
  const reason = first ? ` Line ${first.line}: ${first.message}` : ''
  const message = `None of the ${lines} lines gives a postal code of ${country} with its place; nothing was changed.`
  return new Invalid([{ field: 'file', message: message + reason }])
}

function readRow(
  line: string,
  country: string,
): { key: string; point: Point } | { error: string } | 'skipped' {
  const row = parseGeoNamesLine(line)
  if ('error' in row) return row
  if (row.country !== country || isMilitaryRow(row)) return 'skipped'
  // GeoNames' standard file of Canada has FSAs instead of full codes.
  const code = country === 'CA' && FSA.test(row.code) ? row : normalizePostalCode(country, row.code)
  if ('error' in code) return code
  const { latitude, longitude } = row
  return { key: postalKey(country, code.code), point: { latitude, longitude } }
}

function report(file: PostalFile, line: number, error: string) {
  const message = `${error}.`
  file.faulty += 1
  if (file.issues.length < ISSUES_SHOWN) file.issues.push({ line, message })
}

/** Keeps the running mean. */
function add(means: Map<string, Mean>, key: string, point: Point) {
  const mean = means.get(key)
  if (!mean) {
    means.set(key, { ...point, count: 1 })
    return
  }
  mean.count += 1
  mean.latitude += (point.latitude - mean.latitude) / mean.count
  // By the shorter way around: the mean of places on both sides of the date line is there, not in Africa.
  mean.longitude = wrap(mean.longitude + wrap(point.longitude - mean.longitude) / mean.count)
}

function wrap(degrees: number): number {
  return degrees - 360 * Math.round(degrees / 360)
}
