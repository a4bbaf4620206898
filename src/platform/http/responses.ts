import type { FastifyInstance } from 'fastify'
import { type TSchema, Type } from 'typebox'
import type { ErrorCode } from '../errors.ts'
import { ERROR_STATUS } from './error-status.ts'

const Meta = Type.Object({
  timestamp: Type.String({ description: 'ISO 8601, UTC, with microseconds' }),
  version: Type.String(),
})

/** An answer's schema with what openapi.json says of the answer. */
export function answer<T extends TSchema>(description: string, schema: T): T {
  return { ...schema, 'x-response-description': description }
}

/** The warranty interface's envelope around `data`. */
export function envelope<T extends TSchema>(description: string, data: T, meta: TSchema = Meta) {
  return answer(description, Type.Object({ success: Type.Literal(true), status: Type.Integer(), data, meta }))
}

/** The envelope's `meta` with further members. */
export function metaWith(members: Record<string, TSchema>) {
  return Type.Object({ ...Meta.properties, ...members })
}

const Fault = Type.Object({ field: Type.String(), message: Type.String() })

/** What a status tells in any interface. Types hold the table to the errors; those left out no route declares. */
const MEANING: Record<DeclaredStatus, string> = {
  400: 'The request is malformed, or input is missing or wrong',
  401: 'The credentials are missing, wrong or no longer valid',
  403: 'The caller may not use this endpoint or this brand',
  404: 'What the request names is not there, or not for this caller',
  408: 'The request took too long to arrive',
  409: 'The request is at odds with what is stored, or with another request',
  413: 'The body is larger than 1 MiB',
  414: 'The URL is longer than 8,192 characters',
  415: 'The body is not labelled as JSON in UTF-8, or is compressed',
  422: 'The input breaks a rule; `details` names every field at fault',
  429: 'Too many requests, or too many failed logins; `Retry-After` says how long to wait',
  500: 'A fault of the server',
  503: 'The server cannot do it now; `Retry-After` says how long to wait',
}

type DeclaredStatus = Exclude<(typeof ERROR_STATUS)[ErrorCode], 405 | 431>

/** Codes that the warranty interface never gives; its schema names all others. */
const OF_OTHERS: ErrorCode[] = [
  'INVALID_PARAMETER',
  'INVALID_LEAD',
  'INVALID_API_TOKEN',
  'BRAND_NOT_FOUND',
  'POSTAL_CODE_NOT_FOUND',
  'GEOCODER_UNAVAILABLE',
]
const codes = (Object.keys(ERROR_STATUS) as ErrorCode[]).filter((code) => !OF_OTHERS.includes(code))

const ERRORS = {
  WarrantyError: Type.Object({
    success: Type.Literal(false),
    status: Type.Integer(),
    error: Type.Object({
      code: Type.String({ enum: codes, description: 'Permanent; later versions may add others' }),
      message: Type.String(),
      details: Type.Optional(Type.Array(Fault)),
    }),
    meta: Meta,
  }),
  LeadError: Type.Object({
    status: Type.Literal('error'),
    message: Type.String(),
    errors: Type.Array(Fault),
    version: Type.String(),
  }),
  PlainError: Type.Object({ error: Type.String(), version: Type.String() }),
}

/** Makes the error bodies known by name, so that each route only refers to them. */
export function addErrorSchemas(app: FastifyInstance): void {
  for (const [name, schema] of Object.entries(ERRORS)) app.addSchema({ $id: name, ...schema })
}

/** Declares these error statuses of a warranty endpoint; 400, 408, 414, 500 and 503 can come from any. */
export const errors = (...statuses: DeclaredStatus[]) => declare('WarrantyError', statuses)
/** The same for lead submission. */
export const leadErrors = (...statuses: DeclaredStatus[]) => declare('LeadError', statuses)
/** The same for the locator and whatever stands outside the interfaces. */
export const plainErrors = (...statuses: DeclaredStatus[]) => declare('PlainError', statuses)

// Typed as nothing: a handler's return type is held against its success answers alone.
function declare(name: keyof typeof ERRORS, statuses: DeclaredStatus[]): Record<never, never> {
  const all: DeclaredStatus[] = [...statuses, 400, 408, 414, 500, 503]
  return Object.fromEntries(all.map((status) => [status, { $ref: `${name}#`, description: MEANING[status] }]))
}
