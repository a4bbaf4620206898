import type { HighLevelCrm } from '../../brands/index.ts'
import type { WarrantyRecordJson } from '../records/record.ts'
import { toE164 } from './phone.ts'

/** HighLevel's standard fields of a contact that are filled in. */
export type StandardField =
  | 'firstName'
  | 'lastName'
  | 'email'
  | 'phone'
  | 'address1'
  | 'city'
  | 'state'
  | 'postalCode'
  | 'country'

export type CustomField = ({ id: string } | { key: string }) & { field_value: string | number }

/** A warranty's owner as a contact of HighLevel, with the custom fields that the brand maps. */
export interface HighLevelContact {
  standard: Partial<Record<StandardField, string>>
  custom: CustomField[]
}

/**
 * Returns the owner as a contact. Empty standard fields are omitted, because the CRM may know them from elsewhere.
 * Mapped custom fields belong to the warranty and are emptied. Tags are never sent, because they would replace the
 * contact's.
 */
export function toContact(record: WarrantyRecordJson, crm: HighLevelCrm): HighLevelContact {
  const { contact } = record
  const standard: Record<StandardField, string | null> = {
    firstName: contact.first_name,
    lastName: contact.last_name,
    email: contact.email,
    phone: contact.phone && toE164(contact.phone, contact.country_code),
    address1: contact.address,
    city: contact.city,
    state: contact.state,
    postalCode: contact.zipcode,
    country: contact.country_code,
  }
  return {
    standard: Object.fromEntries(Object.entries(standard).filter(([, value]) => value)),
    custom: Object.entries(crm.custom_fields ?? {}).flatMap(([name, path]) => {
      const value = valueAt(record, path)
      return value === undefined ? [] : [{ ...identify(name), field_value: toFieldValue(value) }]
    }),
  }
}

/** Ids are 20 random letters and digits. Keys are words in lower case. */
const FIELD_ID = /^(?=.*[A-Z0-9])[A-Za-z0-9]{20}$/

function identify(name: string): { id: string } | { key: string } {
  return FIELD_ID.test(name) ? { id: name } : { key: name }
}

/** Returns the value at a dotted path (`contact.email`); undefined if there is none. */
function valueAt(record: object, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => {
    const has = typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    return has ? (value as Record<string, unknown>)[name] : undefined
  }, record)
}

function toFieldValue(value: unknown): string | number {
  if (value === null) return ''
  if (typeof value === 'string' || typeof value === 'number') return value
  return typeof value === 'boolean' ? String(value) : JSON.stringify(value)
}
