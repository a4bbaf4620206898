import { isDeepStrictEqual } from 'node:util'
import { type Static, Type } from 'typebox'
import { readInstant } from '../../../platform/clock.ts'
import { Invalid, type Issue, issue } from '../../../platform/errors.ts'
import { check, mergeIssues } from '../../../platform/schema-issues.ts'
import { CrmSync, WarrantyRecord } from '../response-schemas.ts'
import { UpdateBody, UpdateContact } from '../schemas.ts'
import { nearestPath } from './field-paths.ts'
import type { WarrantyRecordJson } from './record.ts'

export type Update = Static<typeof UpdateBody>

const CHANGEABLE = Object.keys(UpdateBody.properties)
const CHANGEABLE_CONTACT = Object.keys(UpdateContact.properties)
const OF_RECORD = Object.keys(WarrantyRecord.properties)
const OF_CONTACT = [...CHANGEABLE_CONTACT, 'contact_id'].map((name) => `contact.${name}`)
/** A value of another type can't be the record's, whatever the record is. */
const FixedFields = Type.Partial(Type.Omit(WarrantyRecord, [...CHANGEABLE, 'crm_sync', 'hin_details']))

/**
 * Returns the input as an update. It may carry other fields of the record: see `fixedFieldIssues`.
 * @throws Invalid with every issue
 */
export function readUpdate(input: unknown): Update {
  const issues = mergeIssues([
    ...unknownFieldIssues(input),
    ...check(UpdateBody, input),
    ...check(FixedFields, input),
  ])
  if (issues.length > 0) throw new Invalid(issues)
  return input as Update
}

/** Returns the issues of fields that a warranty does not have. */
export function unknownFieldIssues(body: unknown): Issue[] {
  const { contact } = (body ?? {}) as { contact?: unknown }
  return [...unknownNames(body, OF_RECORD, ''), ...unknownNames(contact, OF_CONTACT, 'contact.')]
}

/**
 * Returns the issues of fields that an update cannot change and whose values are not those of the record. A client may
 * read the full record, change a field, and send the full record back.
 */
export function fixedFieldIssues(update: object, record: WarrantyRecordJson): Issue[] {
  const { contact } = update as { contact?: object }
  const fixed = Object.entries(update).filter(([name]) => !CHANGEABLE.includes(name))
  const fixedOfContact = Object.entries(contact ?? {}).filter(([name]) => !CHANGEABLE_CONTACT.includes(name))
  return [
    ...fixed
      .filter(([name, value]) => !isOfRecord(name, value, record))
      .map(([name]) => cannotChange(name, record[name as keyof WarrantyRecordJson])),
    ...fixedOfContact
      .filter(([, value]) => value !== record.contact.contact_id)
      .map(([name]) => cannotChange(`contact.${name}`, record.contact.contact_id)),
  ]
}

function isOfRecord(name: string, value: unknown, record: WarrantyRecordJson): boolean {
  // The server changes both by itself, maybe since the client read the record.
  if (name === 'crm_sync') return check(CrmSync, value).length === 0
  if (name === 'updated_at') return typeof value === 'string' && readInstant(value) !== undefined
  return isDeepStrictEqual(value, record[name as keyof WarrantyRecordJson])
}

function cannotChange(field: string, value: unknown): Issue {
  const current = typeof value === 'object' && value !== null ? '' : `, ${JSON.stringify(value)},`
  return issue(field, `cannot be changed by an update. Send the record's value${current} or leave it out`)
}

function unknownNames(value: unknown, known: readonly string[], prefix: string): Issue[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  return Object.keys(value)
    .map((name) => prefix + name)
    .filter((path) => !known.includes(path))
    .map((path) => {
      const nearest = nearestPath(path, [...OF_RECORD, ...OF_CONTACT])
      const hint = nearest === undefined ? '.' : `. Did you mean ${nearest}?`
      return { field: path, message: `A warranty has no field "${path}"${hint}` }
    })
}
