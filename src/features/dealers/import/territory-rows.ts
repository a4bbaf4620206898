import { normalizeTerritoryCode } from '../records/save-territories.ts'
import type { Columns } from './columns.ts'
import type { CsvRow } from './csv-file.ts'
import { guessCountry, readCountry } from './postal-cells.ts'

/** The fields that a territories file may have, and what their columns are often called. */
export const TERRITORY_COLUMNS = {
  postal_code: [
    'zip',
    'zip_code',
    'zipcode',
    'postcode',
    'postal',
    'fsa',
    'zips',
    'postal_codes',
    'range',
    'prefix',
  ],
  dealer_code: ['code', 'dealer', 'unit_code', 'dealer_number', 'dealer_no', 'account', 'account_number'],
  country: ['country_code', 'country_name', 'nation'],
} as const

export type TerritoryField = keyof typeof TERRITORY_COLUMNS

const LARGEST_RANGE = 100_000

export interface TerritoryRow {
  country: string
  /** In the form territories are stored. */
  postalCodes: string[]
  dealerCode: string
  faults: string[]
  warnings: string[]
}

/** Reads a row: a code, a prefix (`331`, `331*`, `K1A`), a range (`33101-33199`), or several of them in one cell. */
export function readTerritoryRow(
  { cells }: CsvRow,
  columns: Columns<TerritoryField>,
  { country: defaultCountry }: { country: string | undefined },
): TerritoryRow {
  const cell = (field: TerritoryField) => cells[columns.of[field] ?? -1] ?? ''
  const faults: string[] = []
  const warnings: string[] = []
  const dealerCode = cell('dealer_code')
  if (dealerCode === '') faults.push('dealer_code is missing')
  const parts = cell('postal_code')
    .split(/[,;|]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  if (parts.length === 0) faults.push('postal_code is missing')
  const named = cell('country') || defaultCountry
  const guess = /^\d{3,5}(?:\s*-\s*\d{3,5})?[*xX]*$/.test(parts[0] ?? '')
    ? 'US'
    : guessCountry('', parts[0] ?? '')
  const country = named ? readCountry(named) : guess
  if (country !== 'US' && country !== 'CA') {
    faults.push(`country must be US or CA, which alone have territories${named ? `, not "${named}"` : ''}`)
    return { country: '', postalCodes: [], dealerCode, faults, warnings }
  }
  const postalCodes = parts.flatMap((part) => readPart(country, part, faults, warnings))
  return { country, postalCodes, dealerCode, faults, warnings }
}

function readPart(country: string, part: string, faults: string[], warnings: string[]): string[] {
  const text = part.replace(/[*xX]+$/, '')
  const range = /^(\d{3,5})\s*-\s*(\d{3,5})$/.exec(text)
  if (country === 'US' && range) return readRange(part, range[1]!, range[2]!, faults)
  const repaired = country === 'US' && /^\d{4}$/.test(text) ? text.padStart(5, '0') : text
  if (repaired !== text) warnings.push(`postal_code "${text}" has lost a leading zero: taken as ${repaired}`)
  const normal = normalizeTerritoryCode(country, repaired)
  if ('code' in normal) return [normal.code]
  faults.push(`postal_code "${part}" ${normal.fault}`)
  return []
}

/** Both ends are full codes, or both are prefixes; both belong to the range. */
function readRange(part: string, from: string, to: string, faults: string[]): string[] {
  const digits = from.length === 3 && to.length === 3 ? 3 : 5
  const [first, last] = [Number(from), Number(to)]
  if (digits === 5 && (from.length < 4 || to.length < 4)) {
    faults.push(`postal_code "${part}" must have a full ZIP code, or 3 digits, at both ends`)
    return []
  }
  if (first > last || last - first >= LARGEST_RANGE) {
    faults.push(`postal_code "${part}" must run from the lower to the higher code`)
    return []
  }
  return Array.from({ length: last - first + 1 }, (_, index) => String(first + index).padStart(digits, '0'))
}
