import { addMonthsClamped } from '../../../platform/dates.ts'
import { type Issue, issue } from '../../../platform/errors.ts'
import type { Columns } from '../../../platform/imports/columns.ts'
import type { CsvRow, Remark } from '../../../platform/imports/csv-file.ts'
import { type DateOrder, toIsoDate } from '../../../platform/imports/dates.ts'
import { guessCountry, noteRestoredZip, restoreZip } from '../../../platform/imports/zip-codes.ts'
import { DEFAULT_COUNTRY } from '../records/contact.ts'
import type { Registration } from '../records/registration.ts'
import { checkRegistration, type EarlierOwner } from './registration-issues.ts'

/** The fields that a file of warranties may have, with the usual names of their columns. */
export const REGISTRATION_COLUMNS = {
  hin: ['hull_id', 'hull_number', 'hull_identification_number', 'serial', 'serial_number', 'hull_serial'],
  brand: ['brand_slug'],
  model: ['model_name', 'boat_model'],
  model_code: [],
  model_year: ['year', 'my'],
  is_used: ['used', 'pre_owned'],
  registration_date: ['registered', 'registered_on', 'date_registered'],
  purchase_date: ['purchased', 'sale_date', 'date_of_purchase'],
  warranty_start_date: ['start_date', 'warranty_start'],
  warranty_duration_months: ['duration', 'duration_months', 'months'],
  warranty_end_date: ['end_date', 'warranty_end', 'expires', 'expiry_date'],
  coverage_type: ['coverage'],
  warranty_status: ['status'],
  warranty_notes: ['notes'],
  order_number: ['order', 'order_no'],
  external_order_number: [],
  warranty_external_id: ['external_id'],
  contact_first_name: ['first_name', 'owner_first_name', 'given_name'],
  contact_last_name: ['last_name', 'owner_last_name', 'surname', 'family_name'],
  contact_email: ['email', 'owner_email', 'email_address', 'mail'],
  contact_phone: ['phone', 'owner_phone', 'phone_number', 'telephone', 'tel', 'mobile'],
  contact_address: ['address', 'owner_address', 'street', 'street_address', 'address1'],
  contact_zipcode: ['zipcode', 'zip', 'zip_code', 'postal_code', 'postcode', 'owner_zip'],
  contact_city: ['city', 'owner_city', 'town'],
  contact_state: ['state', 'owner_state', 'province', 'region'],
  contact_country_code: ['country_code', 'country', 'owner_country'],
} as const

export type RegistrationField = keyof typeof REGISTRATION_COLUMNS

export const REQUIRED_COLUMNS: readonly (readonly RegistrationField[])[] = [
  ['hin'],
  ['model'],
  ['model_year'],
  ['registration_date'],
  ['contact_first_name'],
  ['contact_last_name'],
  ['contact_zipcode'],
  ['contact_email', 'contact_phone'],
]

/** A row of a file. Its registration is valid only when there are no issues. */
export interface RegistrationRow {
  registration: Registration
  /** The previous owners, the first one first. */
  earlier: EarlierOwner[]
  /** How the boat came to the current owner. */
  transferNotes: string | null
  issues: Remark[]
  /** Values that were read differently. */
  warnings: Remark[]
}

const YES = new Set(['true', 'yes', 'y', '1', 'used'])
const NO = new Set(['false', 'no', 'n', '0', 'new'])

const OF_CONTACT = 'contact_'
const REGISTERED_DATES = ['registration_date', 'purchase_date', 'warranty_start_date'] as const
/** The fields whose texts are dates. */
export const DATE_FIELDS = [...REGISTERED_DATES, 'warranty_end_date'] as const

interface RowOptions {
  columns: Columns<RegistrationField>
  brand: { id: number; slug: string }
  /** The order of dates in the file; undefined when it is unclear. */
  dateOrder: DateOrder | undefined
}

/** Reads a row of a table. An empty cell is an omitted field. */
export function readRegistrationRow(
  row: Pick<CsvRow, 'cells' | 'issues'>,
  { columns, brand, dateOrder }: RowOptions,
): RegistrationRow {
  const cell = (field: RegistrationField) => row.cells[columns.of[field] ?? -1] || undefined
  const issues = [...row.issues]
  const warnings: Remark[] = []
  const unclear: Remark[] = []
  const date = (field: (typeof DATE_FIELDS)[number]) => readDate(field, cell(field), dateOrder, unclear)
  const readers: Partial<Record<RegistrationField, () => unknown>> = {
    is_used: () => readFlag(cell('is_used'), issues),
    warranty_duration_months: () => readMonths(cell('warranty_duration_months'), issues),
    contact_zipcode: () => readZip(cell, warnings),
    ...Object.fromEntries(REGISTERED_DATES.map((field) => [field, () => date(field)])),
  }
  const contact: Record<string, unknown> = {}
  const fields: Record<string, unknown> = { brand_id: brand.id, contact }
  for (const field of Object.keys(REGISTRATION_COLUMNS) as RegistrationField[]) {
    const value = (readers[field] ?? (() => cell(field)))()
    // A field without a value would have the wrong type.
    if (value === undefined || field === 'brand' || field === 'warranty_end_date') continue
    if (field.startsWith(OF_CONTACT)) contact[field.slice(OF_CONTACT.length)] = value
    else fields[field] = value
  }
  const body = fields as unknown as Registration
  const endDate = date('warranty_end_date')
  // Other rules would only repeat that the dates are wrong.
  if (unclear.length > 0) issues.push(...unclear)
  else {
    const wrong = checkAgainstFile(body, { brand: cell('brand'), endDate }, brand)
    issues.push(
      ...wrong.map(({ field, ...rest }) => ({ field: field.replace('contact.', OF_CONTACT), ...rest })),
    )
  }
  return { registration: body, earlier: [], transferNotes: null, issues, warnings }
}

/** Returns what is wrong with a registration and with what the file says beside it. Tidies the registration. */
export function checkAgainstFile(
  body: Registration,
  file: { brand: string | undefined; endDate: string | undefined },
  brand: { slug: string },
): Issue[] {
  const issues = checkRegistration(body)
  if (file.brand !== undefined && file.brand !== brand.slug) {
    const advice = 'Export and import one brand at a time, or skip the column'
    issues.push(issue('brand', `is "${file.brand}", but the import is for ${brand.slug}. ${advice}`))
  }
  if (issues.length > 0 || file.endDate === undefined) return issues
  const months = body.warranty_duration_months
  const end = months ? addMonthsClamped(body.warranty_start_date || body.registration_date, months) : null
  if (end === file.endDate) return []
  const computed = end === null ? 'no duration is given' : `start date and duration lead to ${end}`
  const advice = 'Correct warranty_duration_months, or skip the column'
  return [issue('warranty_end_date', `is ${file.endDate}, but ${computed}. ${advice}`)]
}

/** Returns the date as YYYY-MM-DD. A text that is not a date is returned as it is, for the schema to refuse. */
function readDate(
  field: string,
  text: string | undefined,
  order: DateOrder | undefined,
  unclear: Remark[],
): string | undefined {
  if (text === undefined) return undefined
  const date = toIsoDate(text, order)
  if (date === undefined) {
    const reason = `"${text}" can be read as month/day or day/month. Give the order of the dates`
    unclear.push({ ...issue(field, reason), option: 'date_format' })
  }
  return date
}

/** Returns the postal code. A ZIP code that lost its leading zeros in a spreadsheet gets them back. */
function readZip(
  cell: (field: RegistrationField) => string | undefined,
  warnings: Remark[],
): string | undefined {
  const given = cell('contact_zipcode')
  if (given === undefined) return undefined
  const state = cell('contact_state')
  const country = cell('contact_country_code') ?? (state ? guessCountry(state, given) : DEFAULT_COUNTRY)
  if (country?.toUpperCase() !== 'US') return given
  const zip = restoreZip(given)
  if (zip !== given) warnings.push(noteRestoredZip('contact_zipcode', given, zip))
  return zip
}

function readFlag(text: string | undefined, issues: Remark[]): boolean | undefined {
  if (text === undefined) return undefined
  const word = text.toLowerCase()
  if (YES.has(word) || NO.has(word)) return YES.has(word)
  issues.push(issue('is_used', `must be true or false, not "${text}"`))
  return undefined
}

function readMonths(text: string | undefined, issues: Remark[]): number | undefined {
  if (text === undefined) return undefined
  if (/^\d{1,9}$/.test(text)) return Number(text)
  issues.push(issue('warranty_duration_months', `must be a whole number, not "${text}"`))
  return undefined
}
