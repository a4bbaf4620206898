import type { FastifyError } from 'fastify'
import { isUnavailable } from '../db/unavailable.ts'
import { AppError } from '../errors.ts'

const RETRY_AFTER_S = 2
const MIB = 1_048_576

interface Limits {
  /** In bytes. */
  bodyLimit?: number | undefined
}

/** Our codes for Fastify's errors. */
const FASTIFY_ERRORS: Record<string, (limits: Limits) => AppError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ({ bodyLimit = MIB }) =>
    new AppError('BODY_TOO_LARGE', `The body is larger than ${bodyLimit / MIB} MiB.`),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the body as JSON with Content-Type: application/json.'),
  FST_ERR_BAD_URL: () => new AppError('BAD_REQUEST', 'The path is not valid percent-encoded UTF-8.'),
  FST_ERR_MAX_PARAM_LENGTH: uriTooLong,
}

/** Returns the error that the caller may see for anything that was thrown: only our own texts. */
export function toAppError(error: unknown, requestId: string, limits: Limits = {}): AppError {
  if (error instanceof AppError) return error
  const { code, statusCode } = (error ?? {}) as Partial<FastifyError>
  const known = FASTIFY_ERRORS[String(code)]
  if (known) return known(limits)
  if (String(code).startsWith('FST_') && statusCode && statusCode < 500) {
    return new AppError('BAD_REQUEST', 'The request is malformed.')
  }
  if (isUnavailable(error)) {
    return new AppError('UNAVAILABLE', 'The database cannot be used at the moment. Try again.', {
      retryAfter: RETRY_AFTER_S,
      cause: error,
    })
  }
  const message = `Something went wrong here. Quote request ${requestId} when you report it.`
  return new AppError('INTERNAL_ERROR', message, { cause: error })
}

/** For a client that has disconnected, which is not a failure of the server. Nobody reads it. */
export function brokenOff(): AppError {
  return new AppError('BAD_REQUEST', 'The request ended before it was complete.')
}

export function tooSlow(): AppError {
  return new AppError('REQUEST_TIMEOUT', 'The request took too long to arrive.')
}

export function uriTooLong(): AppError {
  return new AppError('URI_TOO_LONG', 'The URL is longer than 8,192 characters.')
}

export function notFound(): AppError {
  return new AppError('NOT_FOUND', 'There is nothing at this path.')
}
