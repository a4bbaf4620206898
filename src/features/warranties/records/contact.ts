import type { Static } from 'typebox'
import type { CodedIssue } from '../../../platform/http/bodies.ts'
import { emailKey } from '../../../platform/validate.ts'
import type { NewOwnership } from '../queries/queries.ts'
import type { CreateBody } from '../schemas.ts'

type Contact = Static<typeof CreateBody>['contact']

/** What stands in place of an owner whose data was erased. */
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

const DEFAULT_COUNTRY = 'US'

/** The columns of an owner, from a contact whose schema has been checked. Empty optional fields are none. */
export function toOwner(contact: Contact) {
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

/** An owner must be reachable: the fault of a body whose contact has neither an e-mail address nor a phone. */
export function unreachable(body: unknown): CodedIssue[] {
  const contact = (body as { contact?: Record<string, unknown> } | null)?.contact
  if (typeof contact !== 'object' || contact === null || Array.isArray(contact)) return []
  if (contact.email || contact.phone) return []
  return [{ field: 'contact.email', message: 'or contact.phone is required: at least one of the two' }]
}

/** Whether the data of this owner was erased: then nobody can be reached, and nothing is missing. */
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
