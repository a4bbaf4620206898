import { Type } from 'typebox'
import type { ErrorFormat } from '../../../platform/http/error-formats.ts'
import { type DeclaredStatus, declareErrors, IssueSchema } from '../../../platform/http/responses.ts'

/** The version that every response of lead submission carries. */
export const LEAD_VERSION = '0.1.1'

const LeadError = {
  $id: 'LeadError',
  ...Type.Object({
    status: Type.Literal('error'),
    message: Type.String(),
    errors: Type.Array(IssueSchema),
    version: Type.String(),
  }),
}

/** Errors of lead submission: `errors` is there even when it is empty. */
export const leadErrorFormat: ErrorFormat = {
  prefix: '/lead-submission',
  invalidInput: 'INVALID_LEAD',
  invalidQuery: 'INVALID_LEAD',
  schema: LeadError,
  challenge: () => 'X-API-Token',
  render: ({ message, issues }) => ({ status: 'error', message, errors: issues, version: LEAD_VERSION }),
}

/** Declares these error statuses of lead submission. */
export const leadErrors = (...statuses: DeclaredStatus[]) => declareErrors(LeadError, statuses)
