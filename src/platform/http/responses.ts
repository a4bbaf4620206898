import { type TSchema, Type } from 'typebox'
import type { ErrorCode } from '../errors.ts'
import { Named } from '../output-schemas.ts'
import { PlainError } from './error-formats.ts'
import type { ERROR_STATUS } from './error-status.ts'

/** A problem with one field. */
export const IssueSchema = Named(
  'Issue',
  Type.Object({
    field: Type.String({ description: 'Dotted path, such as `contact.email`' }),
    message: Type.String({ description: 'A complete sentence' }),
  }),
)

/** Statuses that a route can declare; every route may give 405 and 431. */
export type DeclaredStatus = Exclude<(typeof ERROR_STATUS)[ErrorCode], 405 | 431>

/** The meaning of an error status in every interface. */
const MEANING: Record<DeclaredStatus, string> = {
  400: 'The request is malformed, or input is missing or wrong',
  401: 'The credentials are missing, wrong or no longer valid',
  403: 'The caller may not use this endpoint or this brand',
  404: 'The record does not exist, or not for this caller',
  408: 'The request took too long to arrive',
  409: 'The request conflicts with what is stored, or with another request',
  412: 'The record has changed since `If-Match` was read',
  413: 'The body is larger than 1 MiB',
  414: 'The URL is longer than 8,192 characters',
  415: 'The body is not labeled as JSON in UTF-8, or is compressed',
  422: 'The input breaks a rule; `details` names every invalid field',
  429: 'Too many requests or failed logins; `Retry-After` says how long to wait',
  500: 'The server failed',
  503: 'The server cannot do it now; `Retry-After` says how long to wait',
}

/** Returns a response's schema with its description for openapi.json. */
export function answer<T extends TSchema>(description: string, schema: T): T {
  return { ...schema, 'x-response-description': description }
}

/** Declares these error statuses, and those that any route may return, with the body that the schema describes. */
// Untyped, so that a handler's return type is checked against its success responses alone.
export function declareErrors(schema: { $id: string }, statuses: DeclaredStatus[]): Record<never, never> {
  const all: DeclaredStatus[] = [...statuses, 400, 408, 414, 500, 503]
  return Object.fromEntries(
    all.map((status) => [status, { $ref: `${schema.$id}#`, description: MEANING[status] }]),
  )
}

/** Returns the schema of a response that is a file or a stream of one of these types. */
export function fileAnswer(description: string, ...types: string[]) {
  const schema = Type.String()
  return { description, content: Object.fromEntries(types.map((type) => [type, { schema }])) }
}

/** Declares these error statuses for a route outside the interfaces that have their own format. */
export const plainErrors = (...statuses: DeclaredStatus[]) => declareErrors(PlainError, statuses)
