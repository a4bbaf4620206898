import type { Static } from 'typebox'
import type { Issue } from '../../../platform/errors.ts'
import { emailKey } from '../../../platform/validate.ts'
import type { NewOwnership } from '../queries/queries.ts'
import type { Contact } from '../schemas.ts'

/** The values that replace those of an owner whose data was erased. */
export const ERASED_OWNER = {
  first_name: 'Erased',
  last_name: 'Erased',
  email: null,
  email_key: null,
  phone: null,
  address: null,
  zipcode: 'Erased',
  city: null,
  state: null,
} satisfies Partial<NewOwnership>

export const DEFAULT_COUNTRY = 'US'

/** Returns an owner's columns from a valid contact. Empty optional fields become null. */
export function toOwner(contact: Static<typeof Contact>) {
  const email = contact.email || null
  return {
    first_name: contact.first_name,
    last_name: contact.last_name,
    email,
    email_key: email === null ? null : emailKey(email),
    phone: contact.phone || null,
    address: contact.address || null,
    zipcode: contact.zipcode,
    city: contact.city || null,
    state: contact.state || null,
    country_code: (contact.country_code || DEFAULT_COUNTRY).toUpperCase(),
  } satisfies Partial<NewOwnership>
}

/** The issue of an owner who cannot be reached. */
export const UNREACHABLE: Issue = {
  field: 'contact.email',
  message: 'Either an e-mail address or a phone number is required.',
}

/** Returns the issue of a body whose contact has neither an e-mail address nor a phone number. */
export function contactIssues(body: unknown): Issue[] {
  const contact = (body as { contact?: Record<string, unknown> } | null)?.contact
  if (typeof contact !== 'object' || contact === null || Array.isArray(contact)) return []
  return contact.email || contact.phone ? [] : [UNREACHABLE]
}

/** Returns whether the owner's data was erased. Such an owner needs no e-mail address or phone number. */
export function isErased(contact: {
  first_name?: unknown
  last_name?: unknown
  zipcode?: unknown
  email?: unknown
  phone?: unknown
}): boolean {
  const { first_name, last_name, zipcode } = ERASED_OWNER
  return (
    contact.first_name === first_name &&
    contact.last_name === last_name &&
    contact.zipcode === zipcode &&
    !contact.email &&
    !contact.phone
  )
}
