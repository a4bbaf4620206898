import { type Static, Type } from 'typebox'
import { AppError, type Issue } from '../../../platform/errors.ts'
import { tidy } from '../../../platform/json.ts'
import { check, mergeIssues } from '../../../platform/schema-issues.ts'
import { isErased, UNREACHABLE } from '../records/contact.ts'
import { type Registration, registrationIssues } from '../records/registration.ts'
import { Contact, CreateBody, date, notes, optional, required } from '../schemas.ts'

/** An owner before the present one. */
export type EarlierOwner = Static<typeof EarlierOwnerBody>

const EarlierOwnerBody = Type.Object({
  ...Contact.properties,
  registration_date: required(date),
  purchase_date: optional(date),
  transfer_date: required(date),
  transfer_notes: optional(notes),
})

/**
 * Returns every issue of a registration by the rules of POST /api/v1/warranty, and tidies it in place like a request's
 * body. Unlike there, an owner whose data was erased is valid.
 */
export function checkRegistration(body: object): Issue[] {
  const tidied = tidyAll(body)
  const own = registrationIssues(body).filter((issue) => issue !== UNREACHABLE || !hasErasedOwner(body))
  return mergeIssues([...tidied, ...own, ...check(CreateBody, body)])
}

/** Returns every issue of an earlier owner in an exported history, and tidies it in place. */
export function checkEarlierOwner(owner: object): Issue[] {
  return mergeIssues([...tidyAll(owner), ...check(EarlierOwnerBody, owner)])
}

function tidyAll(value: object): Issue[] {
  try {
    return tidy(value).issues
  } catch (error) {
    if (error instanceof AppError) return [{ field: '', message: error.message }]
    throw error
  }
}

function hasErasedOwner(body: object): boolean {
  const { contact } = body as Partial<Registration>
  return typeof contact === 'object' && contact !== null && isErased(contact)
}
