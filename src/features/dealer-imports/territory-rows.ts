import { issue } from '../../platform/errors.ts'
import type { Columns } from '../../platform/imports/columns.ts'
import type { CsvRow, Remark } from '../../platform/imports/csv-file.ts'
import { noteRestoredZip, restoreZip } from '../../platform/imports/zip-codes.ts'
import { postalCountryFromText } from '../../platform/postal-country.ts'
import { normalizeTerritoryCode } from '../dealers/index.ts'

/** The fields of a territories file, and other names of their columns. */
export const TERRITORY_COLUMNS = {
  postal_code: [
    'zip',
    'zip_code',
    'postcode',
    'postal',
    'zip/postal_code',
    'fsa',
    'zips',
    'postal_codes',
    'range',
    'prefix',
  ],
  dealer_code: [
    'code',
    'dealer',
    'dealer_name',
    'dealer_id',
    'dealer_number',
    'dealer_no',
    'dealer_#',
    'unit_code',
    'account',
    'account_number',
    'account_#',
  ],
  country: ['country_code', 'country_name', 'nation'],
} as const

export const REQUIRED_OF_TERRITORIES = [['postal_code'], ['dealer_code']] as const

export type TerritoryField = keyof typeof TERRITORY_COLUMNS

export interface TerritoryRow {
  country: string
  /** As territories are stored. */
  postalCodes: string[]
  /** It may name other codes than these, or codes of another country. */
  unreadable: boolean
  /** A code, id or exact name. */
  dealer: string
  /** A code lost a leading zero, so others of the file may have lost theirs. */
  zerosLost: boolean
  /** Codes of three digits: prefixes, or ZIP codes that lost two zeros. */
  bare: string[]
  issues: Remark[]
  warnings: Remark[]
}

/** Reads a row: a code, a prefix (`331`, `331*`, `K1A`), a range (`33101-33199`), or several of them in one cell. */
export function readTerritoryRow(
  { cells, issues: [...issues] }: Pick<CsvRow, 'cells' | 'issues'>,
  columns: Columns<TerritoryField>,
  { country: defaultCountry }: { country: string | undefined },
): TerritoryRow {
  const cell = (field: TerritoryField) => cells[columns.of[field] ?? -1] ?? ''
  const dealer = cell('dealer_code')
  const misplaced = issues.length > 0
  const row: Reading = { zerosLost: false, bare: [], issues, warnings: [] }
  if (dealer === '') issues.push({ field: 'dealer_code', message: 'Dealer is missing.' })
  const parts = cell('postal_code')
    .split(/[,;|\r\n]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  if (parts.length === 0) issues.push(issue('postal_code', 'is missing'))
  const named = cell('country') || defaultCountry
  // Only Canadian codes begin with a letter.
  const country = named ? postalCountryFromText(named) : /^[A-Za-z]/.test(parts[0] ?? '') ? 'CA' : 'US'
  if (country !== 'US' && country !== 'CA') {
    issues.push(issue('country', `must be US or CA, not "${named}": no other country has territories`))
    return { ...row, dealer, country: '', postalCodes: [], unreadable: true }
  }
  const readPart = country === 'US' ? readUsPart : readCaPart
  const codes = parts.map((part) => readPart(part, row))
  const unreadable = misplaced || codes.length === 0 || codes.some((read) => read.length === 0)
  return { ...row, dealer, country, postalCodes: [...new Set(codes.flat())], unreadable }
}

type Reading = Pick<TerritoryRow, 'zerosLost' | 'bare' | 'issues' | 'warnings'>

function readUsPart(part: string, row: Reading): string[] {
  const range = /^(\d+)\s*[-–]\s*(\d+)$/.exec(part)
  if (range) return readRange(part, range[1]!, range[2]!, row)
  const [, prefix] = /^(\d+)[*xX]+$/.exec(part) ?? []
  if (prefix !== undefined) return readPrefix('US', part, prefix, row)
  if (/^\d{3}$/.test(part)) row.bare.push(part)
  const zip = /^\d{4}$/.test(part) ? restoreZip(part) : part
  if (zip !== part) {
    row.zerosLost = true
    row.warnings.push(noteRestoredZip('postal_code', part, zip))
  }
  return readCode('US', part, zip, row)
}

function readCaPart(part: string, row: Reading): string[] {
  const prefix = part.replace(/\*+$/, '').trim()
  return prefix === part ? readCode('CA', part, part, row) : readPrefix('CA', part, prefix, row)
}

function readPrefix(country: string, part: string, prefix: string, row: Reading): string[] {
  if (prefix.length === 3) return readCode(country, part, prefix, row)
  return refuse(part, 'must have 3 characters before the wildcard', row)
}

function readCode(country: string, part: string, code: string, row: Reading): string[] {
  const normal = normalizeTerritoryCode(country, code)
  return 'code' in normal ? [normal.code] : refuse(part, normal.reason, row)
}

/** Returns no codes. */
function refuse(part: string, reason: string, { issues }: Pick<Reading, 'issues'>): string[] {
  issues.push(issue('postal_code', `"${part}" ${reason}`))
  return []
}

/** Both ends are full codes, or both are prefixes; both belong to the range. */
function readRange(part: string, from: string, to: string, row: Reading): string[] {
  const digits = from.length
  if (digits === 5 && to.length === 4) {
    return refuse(part, `is a ZIP+4 code, but territories have ZIP codes. Write ${from}`, row)
  }
  if ((digits !== 3 && digits !== 5) || to.length !== digits) {
    return refuse(part, 'must have 5 digits at both ends of the range, or 3 at both', row)
  }
  const [first, last] = [Number(from), Number(to)]
  if (first > last) return refuse(part, 'must run from the lower code to the higher one', row)
  return Array.from({ length: last - first + 1 }, (_, index) => String(first + index).padStart(digits, '0'))
}
