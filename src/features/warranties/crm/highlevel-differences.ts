import { countryFromText, emailKey } from '../../../platform/validate.ts'
import type { CustomField, HighLevelContact, StandardField } from './highlevel-fields.ts'
import type { Difference } from './outcome.ts'
import { toE164 } from './phone.ts'

/** A contact as HighLevel returns it. */
export type StoredContact = Readonly<Record<string, unknown>>

/**
 * Returns where a stored contact differs from what was sent. Ignores changes that keep the meaning: the case of names
 * and e-mail addresses, blanks, and the form of phone numbers, countries and dates.
 */
export function findDifferences(sent: HighLevelContact, stored: StoredContact): Difference[] {
  const country = sent.standard.country ?? ''
  const standard = Object.entries(sent.standard).flatMap(([name, value]) => {
    const canonical = CANONICAL[name as StandardField]
    return difference(name, value, stored[name] ?? null, (text) => canonical(text, country))
  })
  const storedFields = readCustomFields(stored.customFields)
  const custom = sent.custom.flatMap((field) => {
    const value = storedValue(storedFields, field)
    return value === undefined ? [] : difference(nameOf(field), field.field_value, value, canonicalValue)
  })
  return [...standard, ...custom]
}

type Canonical = (text: string, country: string) => string

const plain: Canonical = (text) => text.normalize('NFC').trim().replace(/\s+/g, ' ')
const withoutCase: Canonical = (text, country) => plain(text, country).toLowerCase()

const CANONICAL: Record<StandardField, Canonical> = {
  firstName: withoutCase,
  lastName: withoutCase,
  email: (text) => emailKey(text.trim()),
  phone: toE164,
  address1: plain,
  city: plain,
  state: plain,
  postalCode: (text) => text.replace(/\s/g, '').toUpperCase(),
  country: (text) => countryFromText(text) ?? text,
}

function difference(
  field: string,
  sent: string | number,
  stored: unknown,
  canonical: (text: string) => string,
): Difference[] {
  const same = canonical(toText(sent)) === canonical(toText(stored))
  return same ? [] : [{ field, sent, stored: toText(stored) === '' ? null : stored }]
}

/** Choices are lists, and numbers may be text. Undefined, null and an empty text are the same. */
function toText(value: unknown): string {
  return [value ?? ''].flat().join(', ')
}

/** HighLevel returns dates as midnight in UTC, in ISO 8601 or as milliseconds. */
function canonicalValue(text: string): string {
  const day = /^(\d{4}-\d{2}-\d{2})T00:00:00(?:\.0+)?(?:Z|\+00:00)$/.exec(text)?.[1]
  if (day) return day
  const milliseconds = /^\d{11,14}$/.test(text) ? Number(text) : Number.NaN
  return milliseconds % 86_400_000 === 0 ? new Date(milliseconds).toISOString().slice(0, 10) : text
}

interface StoredField {
  names: string[]
  value: unknown
}

function readCustomFields(fields: unknown): StoredField[] {
  const list = (Array.isArray(fields) ? fields : []) as (StoredContact | null)[]
  return list.map((field) => ({
    names: [field?.id, field?.key, field?.fieldKey].filter((name) => typeof name === 'string').map(bareKey),
    value: field?.value ?? field?.field_value ?? null,
  }))
}

/**
 * Returns the value that is stored in a custom field; null if it is empty. Undefined if it is unknown: HighLevel
 * returns the ids of fields, not their keys.
 */
function storedValue(fields: StoredField[], field: CustomField): unknown {
  const found = fields.find(({ names }) => names.includes(bareKey(nameOf(field))))
  if (found) return found.value
  return 'id' in field || fields.length === 0 ? null : undefined
}

function nameOf(field: CustomField): string {
  return 'id' in field ? field.id : field.key
}

/** `contact.hull_id` and `hull_id` are the same key. */
function bareKey(name: string): string {
  return name.replace(/^contact\./, '')
}
