import { countryFromText, emailKey } from '../../../platform/validate.ts'
import type { CustomField, HighLevelContact, StandardField } from './highlevel-fields.ts'
import type { Difference } from './outcome.ts'
import { toE164 } from './phone.ts'

/** A contact as HighLevel answers it. */
export type StoredContact = Readonly<Record<string, unknown>>

/**
 * Where a stored contact differs from what was sent. What HighLevel rewrites without changing its meaning is no
 * difference: the case of names and e-mail addresses, a phone's and a country's form, blanks, a date's form.
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

/** Choices come as lists, numbers as text or numbers; nothing, null and an empty text are the same. */
function toText(value: unknown): string {
  return [value ?? ''].flat().join(', ')
}

/** A date field answers with a timestamp at midnight UTC, in ISO 8601 or as milliseconds. */
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
 * What is stored in a custom field, null for nothing; undefined where that cannot be told: HighLevel names
 * fields by id, and which id a key has it does not say.
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
