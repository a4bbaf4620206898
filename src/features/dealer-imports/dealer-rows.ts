import { issue } from '../../platform/errors.ts'
import type { Columns } from '../../platform/imports/columns.ts'
import type { CsvRow, Remark } from '../../platform/imports/csv-file.ts'
import {
  guessCountry,
  isCanadianCode,
  noteRestoredZip,
  restoreZip,
} from '../../platform/imports/zip-codes.ts'
import { postalCountryOf } from '../../platform/postal-country.ts'
import { countryFromText, isEmail } from '../../platform/validate.ts'
import { DealerFields, type DealerInput } from '../dealers/index.ts'

/** The fields of a dealers file, and other names of their columns. */
export const DEALER_COLUMNS = {
  // No aliases: a column such as dealer_id usually contains another system's ids, which are codes here.
  id: [],
  dealer_code: [
    'code',
    'dealer_id',
    'dealer_number',
    'dealer_no',
    'dealer_#',
    'unit_code',
    'location_id',
    'account',
    'account_number',
    'account_#',
  ],
  group_id: [],
  group_name: ['group', 'dealer_group', 'dealer_group_id', 'company_group', 'company_id', 'parent'],
  unit_id: ['unit', 'unit_number'],
  name: [
    'dealer',
    'dealer_name',
    'dealership',
    'dealership_name',
    'company',
    'company_name',
    'business_name',
    'location_name',
    'store',
    'store_name',
  ],
  legal_name: ['legal', 'legal_business_name'],
  address: ['address1', 'street', 'street_address', 'address_line_1', 'addr'],
  address2: ['suite', 'address_line_2', 'street2', 'unit_address'],
  city: ['town', 'locality'],
  state: ['province', 'region', 'state_code', 'state_province', 'state/province', 'st'],
  postal_code: ['zip', 'zip_code', 'postcode', 'postal', 'zip/postal_code', 'plz'],
  country: ['country_code', 'country_name', 'nation'],
  phone: ['telephone', 'phone_number', 'phone_#', 'tel'],
  email: ['email_address', 'mail'],
  website: ['url', 'web', 'site', 'homepage'],
  latitude: ['lat', 'y'],
  longitude: ['lon', 'lng', 'long', 'x'],
  logo_url: ['logo'],
  primary_contact: ['contact', 'contact_name', 'manager'],
  active: ['is_active', 'enabled', 'status'],
} as const

/** In each entry, the fields of which one must have a column. */
export const REQUIRED_OF_DEALERS = [['name', 'dealer_code', 'id']] as const

export type DealerField = keyof typeof DEALER_COLUMNS

/** The texts of a dealer with their maximum lengths. */
const TEXTS = Object.entries<object>(DealerFields.properties).flatMap(([field, schema]) =>
  'maxLength' in schema ? { field: field as TextField, maxLength: Number(schema.maxLength) } : [],
)

type TextField = Exclude<
  DealerField,
  'id' | 'group_id' | 'group_name' | 'unit_id' | 'latitude' | 'longitude' | 'active'
>

const MAX_GROUP_NAME = 300
const YES = new Set(['true', 'yes', 'y', '1', 'active', 'open', 'x'])
const NO = new Set(['false', 'no', 'n', '0', 'inactive', 'closed'])

export interface DealerRow {
  input: Omit<DealerInput, 'brandIds'>
  /** The group's name, where the row has no group_id. A new group is created. */
  groupName: string | undefined
  /** The country of a new dealer whose row names none. */
  impliedCountry: string | undefined
  /** It may mean another dealer: its cells may be under the wrong columns, or its id is unreadable. */
  unreadable: boolean
  issues: Remark[]
  warnings: Remark[]
}

type Cell = (field: DealerField) => string | undefined

/**
 * Reads a row. Fields without a column or a cell keep their values; an empty cell empties its field, except country,
 * coordinates and `active`, which keep theirs.
 */
export function readDealerRow(
  row: Pick<CsvRow, 'cells' | 'issues'>,
  columns: Columns<DealerField>,
  { country: defaultCountry }: { country: string | undefined },
): DealerRow {
  const issues = [...row.issues]
  const warnings: Remark[] = []
  const cell: Cell = (field) => {
    const position = columns.of[field]
    return position === undefined ? undefined : row.cells[position]
  }
  const input: DealerRow['input'] = readTexts(cell, issues)
  if (input.name === '') issues.push(issue('name', 'is missing'))
  if (input.email && !isEmail(input.email)) {
    const how = 'it was imported, but the dealer gets no mail about leads'
    warnings.push(issue('email', `"${input.email}" is not an e-mail address: ${how}`))
  }
  input.id = readInteger(cell, 'id', 1, issues) ?? undefined
  input.unit_id = readInteger(cell, 'unit_id', 0, issues)
  input.group_id = readInteger(cell, 'group_id', 1, issues)
  const groupName = readText(cell, 'group_name', MAX_GROUP_NAME, issues)
  if (groupName === '') input.group_id ??= null

  const impliedCountry = defaultCountry ?? guessCountry(input.state ?? '', input.postal_code ?? '')
  const country = readCountry(input, impliedCountry, issues)
  if (country && postalCountryOf(country) === 'US' && input.postal_code) restorePostalCode(input, warnings)
  const point = readPoint(cell, issues, warnings)
  if (point) input.point = point
  const active = readActive(cell, issues)
  if (active !== undefined) input.active = active
  const unreadable = row.issues.length > 0 || (input.id === undefined && Boolean(cell('id')))
  const byName = groupName && typeof input.group_id !== 'number'
  return { input, groupName: byName ? groupName : undefined, impliedCountry, unreadable, issues, warnings }
}

function readTexts(cell: Cell, issues: Remark[]): DealerRow['input'] {
  const texts: Partial<Record<TextField, string>> = {}
  for (const { field, maxLength } of TEXTS) {
    const text = readText(cell, field, maxLength, issues)
    if (text !== undefined) texts[field] = text
  }
  return texts
}

function readText(cell: Cell, field: DealerField, most: number, issues: Remark[]): string | undefined {
  const text = cell(field)
  if (text && text.length > most) issues.push(issue(field, `must have at most ${most} characters`))
  return text
}

function readInteger(
  cell: Cell,
  field: DealerField,
  least: number,
  issues: Remark[],
): number | null | undefined {
  const text = cell(field)
  if (text === undefined || text === '') return text === undefined ? undefined : null
  const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (number >= least) return number
  issues.push(issue(field, `must be a whole number from ${least}, not "${text}"`))
  return undefined
}

/** Returns the alpha-2 code of the row's country. An input without one stays so: the dealer may be stored with one. */
function readCountry(
  input: DealerRow['input'],
  implied: string | undefined,
  issues: Remark[],
): string | null | undefined {
  if (!input.country) {
    delete input.country
    return implied && countryFromText(implied)
  }
  const code = countryFromText(input.country)
  if (code === null) {
    const expected = 'a two- or three-letter code or an English name'
    issues.push(issue('country', `must be ${expected}, not "${input.country}"`))
  }
  return code
}

function restorePostalCode(input: DealerRow['input'], warnings: Remark[]): void {
  const given = input.postal_code!
  if (isCanadianCode(given)) {
    const clash = 'is Canadian, but the dealer is in the United States. Correct one of them'
    warnings.push(issue('postal_code', `"${given}" ${clash}`))
  }
  const zip = restoreZip(given)
  if (zip !== given) warnings.push(noteRestoredZip('postal_code', given, zip))
  input.postal_code = zip
}

/** Returns the row's coordinates; undefined for none, so that those of the postal code are used. */
function readPoint(cell: Cell, issues: Remark[], warnings: Remark[]) {
  const latitude = readDegrees(cell, 'latitude', 90, issues)
  const longitude = readDegrees(cell, 'longitude', 180, issues)
  if (latitude === undefined && longitude === undefined) return undefined
  const missing = 'is missing. Give both coordinates or neither'
  if (latitude === undefined) issues.push(issue('latitude', missing))
  if (longitude === undefined) issues.push(issue('longitude', missing))
  if (latitude === 0 && longitude === 0) {
    warnings.push(issue('latitude', 'and longitude are both 0, where no dealer is: they were ignored'))
    return undefined
  }
  return latitude === undefined || longitude === undefined ? undefined : { latitude, longitude }
}

/** Returns NaN, and adds an issue, for what is not a coordinate. */
function readDegrees(
  cell: Cell,
  field: 'latitude' | 'longitude',
  most: number,
  issues: Remark[],
): number | undefined {
  const text = cell(field)
  if (!text) return undefined
  // Spreadsheets of many countries write a decimal comma.
  const degrees = /^[+-]?\d+(?:[.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN
  if (Math.abs(degrees) <= most) return degrees
  issues.push(issue(field, `must be decimal degrees from -${most} to ${most}, not "${text}"`))
  return Number.NaN
}

function readActive(cell: Cell, issues: Remark[]): boolean | undefined {
  const text = cell('active')
  if (!text) return undefined
  const word = text.toLowerCase()
  if (YES.has(word) || NO.has(word)) return YES.has(word)
  const advice = 'If the column holds something else, skip it'
  issues.push({ ...issue('active', `must be true or false, not "${text}". ${advice}`), option: 'map' })
  return undefined
}
