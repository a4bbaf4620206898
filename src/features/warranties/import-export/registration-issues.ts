import { type Static, Type } from 'typebox'
import { AppError, type Issue } from '../../../platform/errors.ts'
import { tidy } from '../../../platform/json.ts'
import { createSchemaCompiler, explain, mergeIssues } from '../../../platform/schema-issues.ts'
import { type Registration, registrationIssues } from '../operations/create-warranty.ts'
import { isErased } from '../records/contact.ts'
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

const compiler = createSchemaCompiler()
const isRegistration = compiler.compile(CreateBody)
const isEarlierOwner = compiler.compile(EarlierOwnerBody)

/**
 * Holds a registration against all rules of POST /api/v1/warranty, and tidies it in place as a request's body is.
 * Answers every fault, each in words that stand alone. One thing more is fine: an owner who was erased.
 */
export function faultsOfRegistration(body: object): string[] {
  const tidied = tidyAll(body)
  isRegistration(body)
  const own = registrationIssues(body).filter(
    (fault) => !(fault.field === 'contact.email' && isErasedIn(body)),
  )
  return inWords([...tidied, ...own, ...(isRegistration.errors ?? []).map(explain)])
}

/** The same for an earlier owner of an exported history. */
export function faultsOfEarlierOwner(owner: object): string[] {
  const tidied = tidyAll(owner)
  isEarlierOwner(owner)
  return inWords([...tidied, ...(isEarlierOwner.errors ?? []).map(explain)])
}

function tidyAll(value: object): Issue[] {
  try {
    return tidy(value).issues
  } catch (error) {
    if (error instanceof AppError) return [{ field: '', message: error.message }]
    throw error
  }
}

function isErasedIn(body: object): boolean {
  const { contact } = body as Partial<Registration>
  return typeof contact === 'object' && contact !== null && isErased(contact)
}

function inWords(faults: Issue[]): string[] {
  return mergeIssues(faults).map(({ field, message }) => {
    // Most messages go on from the field's name; those that are sentences stand alone.
    const text = /^[A-Z]/.test(message) || field === '' ? message : `${field} ${message}`
    return text.replace(/\.$/, '')
  })
}
