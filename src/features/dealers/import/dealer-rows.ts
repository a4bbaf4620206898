import { isEmail } from '../../../platform/validate.ts'
import type { DealerInput } from '../records/dealer-record.ts'
import type { Columns } from './columns.ts'
import type { CsvRow } from './csv-file.ts'
import { guessCountry, readCountry, repairZip } from './postal-cells.ts'

/** The fields that a dealers file may have, and what their columns are often called. */
export const DEALER_COLUMNS = {
  id: ['dealer_id', 'location_id'],
  dealer_code: ['code', 'unit_code', 'dealer_number', 'dealer_no', 'account', 'account_number'],
  group_id: ['company_id', 'dealer_group_id'],
  group_name: ['group', 'dealer_group', 'company_group', 'parent'],
  unit_id: ['unit', 'unit_number'],
  name: ['dealer', 'dealer_name', 'dealership', 'company', 'location_name', 'store', 'store_name'],
  legal_name: ['legal', 'legal_business_name'],
  address: ['address1', 'street', 'street_address', 'address_line_1', 'addr'],
  address2: ['suite', 'address_line_2', 'street2', 'unit_address'],
  city: ['town', 'locality'],
  state: ['province', 'region', 'state_code', 'state_province', 'st'],
  postal_code: ['zip', 'zip_code', 'zipcode', 'postcode', 'postal', 'post_code', 'plz'],
  country: ['country_code', 'country_name', 'nation'],
  phone: ['telephone', 'phone_number', 'tel'],
  email: ['e-mail', 'email_address', 'mail'],
  website: ['url', 'web', 'site', 'homepage', 'web_site'],
  latitude: ['lat', 'y'],
  longitude: ['lon', 'lng', 'long', 'x'],
  logo_url: ['logo'],
  primary_contact: ['contact', 'contact_name', 'manager'],
  active: ['is_active', 'enabled', 'status'],
} as const

export type DealerField = keyof typeof DEALER_COLUMNS

const TEXTS = [
  'dealer_code',
  'name',
  'legal_name',
  'address',
  'address2',
  'city',
  'phone',
  'email',
  'website',
  'logo_url',
  'primary_contact',
] as const

const YES = new Set(['true', 'yes', 'y', '1', 'active', 'x'])
const NO = new Set(['false', 'no', 'n', '0', 'inactive', 'closed'])
const LONGEST = 2_000

export interface DealerRow {
  /** The group by its name, created where it is new. */
  groupName: string | undefined
  input: Omit<DealerInput, 'brandIds'>
  faults: string[]
  warnings: string[]
}

/** Reads a row. A column that the file lacks leaves what is stored as it is; an empty cell empties it. */
export function readDealerRow(
  { cells }: CsvRow,
  columns: Columns<DealerField>,
  { country: defaultCountry }: { country: string | undefined },
): DealerRow {
  const faults: string[] = []
  const warnings: string[] = []
  const cell = (field: DealerField) => {
    const position = columns.of[field]
    return position === undefined ? undefined : (cells[position] ?? '')
  }
  const integer = (field: DealerField, least: number) => {
    const text = cell(field)
    if (text === undefined || text === '') return text === undefined ? undefined : null
    const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    if (number >= least) return number
    faults.push(`${field} must be a whole number from ${least}, not "${text}"`)
    return undefined
  }

  const input: DealerRow['input'] = {}
  for (const field of TEXTS) {
    const text = cell(field)
    if (text === undefined) continue
    if (text.length > LONGEST) faults.push(`${field} is longer than ${LONGEST} characters`)
    if (text.includes('\0')) faults.push(`${field} has a NUL character`)
    input[field] = text
  }
  if (!input.name) faults.push('name is missing')
  if (input.email && !isEmail(input.email)) warnings.push(`email "${input.email}" is no e-mail address`)
  input.id = integer('id', 1) ?? undefined
  input.group_id = integer('group_id', 1)
  input.unit_id = integer('unit_id', 0)
  Object.assign(input, readPlace(cell, defaultCountry, faults, warnings))
  const point = readPoint(cell, faults, warnings)
  if (point) input.point = point
  const active = cell('active')?.toLowerCase()
  if (active) {
    if (YES.has(active) || NO.has(active)) input.active = YES.has(active)
    else faults.push(`active must be true or false, not "${active}"`)
  }
  return { input, groupName: cell('group_name') || undefined, faults, warnings }
}

type Cell = (field: DealerField) => string | undefined

function readPlace(cell: Cell, defaultCountry: string | undefined, faults: string[], warnings: string[]) {
  const state = cell('state')
  const postal = cell('postal_code') ?? ''
  const named = cell('country') || defaultCountry
  const code = named ? readCountry(named) : guessCountry(state ?? '', postal)
  if (code === null) {
    faults.push(
      named ? `country "${named}" is not known` : 'country is missing: add the column, or --country',
    )
  }
  const zip = code === 'US' ? repairZip(postal) : { code: postal, repaired: false }
  if (zip.repaired) warnings.push(`postal_code "${postal}" has lost leading zeros: taken as ${zip.code}`)
  return {
    ...(state === undefined ? {} : { state }),
    ...(cell('postal_code') === undefined ? {} : { postal_code: zip.code }),
    ...(named || code ? { country: named || code! } : {}),
  }
}

/** The point that a row gives; undefined where it gives none, and the postal code's is to be taken. */
function readPoint(cell: Cell, faults: string[], warnings: string[]) {
  const [latitudeText = '', longitudeText = ''] = [cell('latitude'), cell('longitude')]
  if (latitudeText === '' && longitudeText === '') return undefined
  const latitude = readDegrees(latitudeText, 90)
  const longitude = readDegrees(longitudeText, 180)
  if (latitude === null) faults.push(`latitude must be a number from -90 to 90, not "${latitudeText}"`)
  if (longitude === null) faults.push(`longitude must be a number from -180 to 180, not "${longitudeText}"`)
  if (latitude === null || longitude === null) return undefined
  if (latitude === 0 && longitude === 0) {
    warnings.push('latitude and longitude are both 0: the point of the postal code is taken instead')
    return undefined
  }
  return { latitude, longitude }
}

function readDegrees(text: string, most: number): number | null {
  // Spreadsheets of many countries write a decimal comma.
  const number = /^[+-]?\d+(?:[.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN
  return Math.abs(number) <= most ? number : null
}
