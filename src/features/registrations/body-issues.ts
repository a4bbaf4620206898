import type { Issue } from '../../platform/errors.ts'
import { check, mergeIssues } from '../../platform/schema-issues.ts'
import { registrationIssues } from '../warranties/index.ts'
import { RegistrationBody } from './schemas.ts'

/** Returns all that is wrong with the body of a registration but its brand. */
export function registrationBodyIssues(body: unknown): Issue[] {
  return mergeIssues([...warrantyIssues(body), ...check(RegistrationBody, body)])
}

/** Returns what is wrong with the boat, without codes: they belong to the warranty interface. */
export function warrantyIssues(body: unknown): Issue[] {
  return registrationIssues(body).map(({ field, message }) => ({ field, message }))
}
