import type { HighLevelCrm } from '../../brands/index.ts'
import type { WarrantyRecordJson } from '../records/record.ts'
import { toE164 } from './phone.ts'

/** HighLevel's own fields of a contact that we fill in. */
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
 * The owner in HighLevel's terms. What the owner does not have is left out, so that nothing which the CRM knows
 * from elsewhere is erased; a mapped custom field is the warranty's own and is emptied. Tags are never sent:
 * they would replace the contact's.
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

/** Ids are 20 letters and digits, drawn at random; keys are words in lower case. */
const FIELD_ID = /^(?=.*[A-Z0-9])[A-Za-z0-9]{20}$/

function identify(name: string): { id: string } | { key: string } {
  return FIELD_ID.test(name) ? { id: name } : { key: name }
}

/** The value at a dotted path (`contact.email`); undefined where the path leads nowhere. */
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
