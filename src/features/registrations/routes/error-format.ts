import { Type } from 'typebox'
import type { ErrorFormat } from '../../../platform/http/error-formats.ts'
import { type DeclaredStatus, declareErrors, IssueSchema } from '../../../platform/http/responses.ts'

/** The version that every response to a registration carries. */
export const REGISTRATION_VERSION = '0.1.1'

const RegistrationError = {
  $id: 'RegistrationError',
  ...Type.Object({
    status: Type.Literal('error'),
    message: Type.String(),
    errors: Type.Array(IssueSchema),
    version: Type.String(),
  }),
}

/** Errors of registrations have the shape of those of leads. */
export const registrationErrorFormat: ErrorFormat = {
  prefix: '/warranty-registration',
  invalidInput: 'INVALID_REGISTRATION',
  invalidQuery: 'INVALID_REGISTRATION',
  schema: RegistrationError,
  challenge: () => 'X-API-Token',
  render: ({ message, issues }) => ({
    status: 'error',
    message,
    errors: issues,
    version: REGISTRATION_VERSION,
  }),
}

/** Declares these error statuses of registrations. */
export const registrationErrors = (...statuses: DeclaredStatus[]) =>
  declareErrors(RegistrationError, statuses)
