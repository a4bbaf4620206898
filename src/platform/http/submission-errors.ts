import { Type } from 'typebox'
import type { ErrorCode } from '../errors.ts'
import type { ErrorFormat } from './error-formats.ts'
import { type DeclaredStatus, declareErrors, IssueSchema } from './responses.ts'

interface Submission {
  prefix: string
  /** The name of the errors' schema in openapi.json. */
  errorName: string
  invalid: ErrorCode
  /** The version that every response carries. */
  version: string
}

/**
 * Returns the error format of an interface that web pages submit to, with a function that declares its statuses: a
 * sentence and `errors`, which is there even when it is empty.
 */
export function submissionErrors({ prefix, errorName, invalid, version }: Submission) {
  const schema = {
    $id: errorName,
    ...Type.Object({
      status: Type.Literal('error'),
      message: Type.String(),
      errors: Type.Array(IssueSchema),
      version: Type.String(),
    }),
  }
  const format: ErrorFormat = {
    prefix,
    invalidInput: invalid,
    invalidQuery: invalid,
    schema,
    challenge: () => 'X-API-Token',
    render: ({ message, issues }) => ({ status: 'error', message, errors: issues, version }),
  }
  return { format, errors: (...statuses: DeclaredStatus[]) => declareErrors(schema, statuses) }
}
