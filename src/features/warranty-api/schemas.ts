import { type TSchema, Type } from 'typebox'
import { ERROR_CODES, type ErrorCode } from '../../platform/errors.ts'
import { answer, type DeclaredStatus, declareErrors, IssueSchema } from '../../platform/http/responses.ts'

const META = {
  timestamp: Type.String({ description: 'ISO 8601, UTC, with microseconds' }),
  version: Type.String(),
}
const Meta = metaWith({})

/** Codes that the warranty interface never gives. */
const CODES_OF_OTHERS: ErrorCode[] = [
  'INVALID_PARAMETER',
  'INVALID_LEAD',
  'INVALID_API_TOKEN',
  'BRAND_NOT_FOUND',
  'POSTAL_CODE_NOT_FOUND',
  'GEOCODER_UNAVAILABLE',
  'CONFLICT',
]

export const WarrantyError = {
  $id: 'WarrantyError',
  ...Type.Object({
    success: Type.Literal(false),
    status: Type.Integer(),
    error: Type.Object({
      code: Type.String({
        enum: ERROR_CODES.filter((code) => !CODES_OF_OTHERS.includes(code)),
        description: 'Permanent; later versions may add others',
      }),
      message: Type.String(),
      details: Type.Optional(Type.Array(IssueSchema)),
    }),
    meta: Type.Object(META),
  }),
}

/** Returns the schema of the envelope around `data`. */
export function envelope<T extends TSchema>(description: string, data: T, meta: TSchema = Meta) {
  return answer(description, Type.Object({ success: Type.Literal(true), status: Type.Integer(), data, meta }))
}

/** Returns the schema of the envelope's `meta` with further members. */
export function metaWith(members: Record<string, TSchema>) {
  const warnings = Type.Array(IssueSchema, { description: 'What was ignored or looks odd in the request' })
  return Type.Object({ ...META, ...members, warnings: Type.Optional(warnings) })
}

/** Declares these error statuses of an endpoint. */
export const errors = (...statuses: DeclaredStatus[]) => declareErrors(WarrantyError, statuses)
