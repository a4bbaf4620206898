import { isMilitaryZip } from '../codes/normalize-postal-code.ts'
import { type Point, toPoint } from '../point.ts'

/** One line of a GeoNames postal code file. `state` is the code of the first administrative level, or empty. */
export interface GeoNamesRow extends Point {
  country: string
  code: string
  state: string
}

const COLUMNS = 12
const NUMBER = /^-?[0-9]{1,3}(?:\.[0-9]+)?$/

/**
 * Reads a line of GeoNames' tab-separated postal code dump: country, postal code, place, three administrative
 * levels as name and code each, latitude, longitude, accuracy (which may be left off).
 * @see https://download.geonames.org/export/zip/readme.txt
 */
export function parseGeoNamesLine(line: string): GeoNamesRow | { error: string } {
  const cells = line.split('\t')
  if (cells.length < COLUMNS - 1 || cells.length > COLUMNS) {
    return { error: `${cells.length} tab-separated columns where ${COLUMNS} are expected` }
  }
  const [country = '', code = '', , , state = '', , , , , latitude = '', longitude = ''] = cells
  const point = NUMBER.test(latitude) && NUMBER.test(longitude) ? toPoint(+latitude, +longitude) : null
  if (!point) return { error: `"${latitude}", "${longitude}" is no latitude and longitude` }
  return { country, code, state, ...point }
}

/** Whether a row is an address of the US military post; two of them share their ZIP with a civil place. */
export function isMilitaryRow({ country, code, state }: GeoNamesRow): boolean {
  return country === 'US' && (state === '' || isMilitaryZip(code))
}
