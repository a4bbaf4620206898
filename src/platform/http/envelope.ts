import { type TSchema, Type } from 'typebox'
import { toIsoMicros } from '../clock.ts'
import { type AppError, ERROR_CODES, type ErrorCode, type Issue } from '../errors.ts'
import { Named } from '../output-schemas.ts'
import type { ErrorFormat } from './error-formats.ts'
import { ERROR_STATUS } from './error-status.ts'
import { answer, type DeclaredStatus, declareErrors, IssueSchema } from './responses.ts'

interface EnvelopeOptions {
  /** The path of the interface. */
  prefix: string
  /** The interface's version, in the `meta` of every response. */
  version: string
  /** The name of the error's schema in openapi.json. */
  errorName: string
  /** Codes that the interface never gives. */
  codesOfOthers: readonly ErrorCode[]
}

/** Metadata of a response. */
interface Extras {
  pagination?: object
  /** Ignored and odd fields; omitted if there are none. */
  warnings?: readonly Issue[]
  summary?: object
}

const META = {
  timestamp: Type.String({ format: 'date-time', description: 'ISO 8601, UTC, with microseconds' }),
  version: Type.String(),
}

/** Returns the envelope of an interface: `{success, status, data, meta}`, and `{success, status, error, meta}` for errors. */
export function createEnvelope({ prefix, version, errorName, codesOfOthers }: EnvelopeOptions) {
  const ErrorSchema = {
    $id: errorName,
    ...Type.Object({
      success: Type.Literal(false),
      status: Type.Integer(),
      error: Named(
        'ErrorBody',
        Type.Object({
          code: Named(
            'ErrorCode',
            Type.String({
              enum: ERROR_CODES.filter((code) => !codesOfOthers.includes(code)),
              description: 'Permanent; later versions may add others',
            }),
          ),
          message: Type.String({ description: 'A sentence that says what is wrong' }),
          details: Type.Optional(Type.Array(IssueSchema, { description: 'Every problem with the input' })),
        }),
      ),
      meta: Named('ErrorMeta', Type.Object(META)),
    }),
  }
  const metaAt = (now: number) => ({ timestamp: toIsoMicros(now), version })

  /** Errors of everything below the prefix: `details` where the input has issues. */
  const errorFormat: ErrorFormat = {
    prefix,
    invalidInput: 'VALIDATION_ERROR',
    invalidQuery: 'BAD_REQUEST',
    schema: ErrorSchema,
    // RFC 6750 section 3: without a token no error is named; with a bad one it is `invalid_token`.
    challenge: ({ code, message }) =>
      code === 'INVALID_TOKEN' || code === 'TOKEN_EXPIRED'
        ? `Bearer error="invalid_token", error_description="${message}"`
        : 'Bearer',
    render: ({ code, message, issues }, now) => ({
      success: false,
      status: ERROR_STATUS[code],
      error: showError({ code, message, issues }),
      meta: metaAt(now),
    }),
  }

  return {
    errorFormat,
    errorSchema: ErrorSchema,
    /** Returns a successful response. */
    success<T>(data: T, now: number, status = 200, { warnings = [], ...extras }: Extras = {}) {
      const meta = { ...metaAt(now), ...extras, ...(warnings.length > 0 ? { warnings } : {}) }
      return { success: true as const, status, data, meta }
    },
    /** Returns the schema of the envelope around `data`. */
    envelope<T extends TSchema>(description: string, data: T, meta: TSchema = Named('Meta', metaWith({}))) {
      return answer(
        description,
        Type.Object({ success: Type.Literal(true), status: Type.Integer(), data, meta }),
      )
    },
    /** Declares these error statuses of an endpoint. */
    errors: (...statuses: DeclaredStatus[]) => declareErrors(ErrorSchema, statuses),
  }
}

/** Returns an error as the envelope carries it. */
export function showError({ code, message, issues }: Pick<AppError, 'code' | 'message' | 'issues'>) {
  return { code, message, ...(issues.length > 0 ? { details: issues } : {}) }
}

/** Returns the schema of the envelope's `meta` with further members. */
export function metaWith(members: Record<string, TSchema>) {
  const warnings = Type.Array(IssueSchema, { description: 'What was ignored or looks odd in the request' })
  return Type.Object({ ...META, ...members, warnings: Type.Optional(warnings) })
}
