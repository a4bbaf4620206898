import { toIsoMicros } from '../clock.ts'
import type { AppError, ErrorCode } from '../errors.ts'
import { ERROR_STATUS } from './error-status.ts'

/** Versions that the bodies of each interface carry. */
const WARRANTY_VERSION = '0.2.0'
export const LOCATOR_VERSION = '0.2.0'
export const LEAD_VERSION = '0.1.1'

const API_TOKEN = 'X-API-Token'

/** How one interface says that something went wrong. */
export interface ErrorFormat {
  /** The code for a body or parameter that breaks the rules: its status differs between interfaces. */
  invalid: ErrorCode
  /** The `WWW-Authenticate` of a 401. */
  challenge(error: AppError): string
  renderError(error: AppError, now: number): object
}

const envelope: ErrorFormat = {
  invalid: 'VALIDATION_ERROR',
  // RFC 6750 section 3: without a token no error is named; with a bad one it is `invalid_token`.
  challenge: ({ code, message }) =>
    code === 'INVALID_TOKEN' || code === 'TOKEN_EXPIRED'
      ? `Bearer error="invalid_token", error_description="${message}"`
      : 'Bearer',
  renderError: (error, now) => ({
    success: false,
    status: ERROR_STATUS[error.code],
    error: {
      code: error.code,
      message: error.message,
      ...(error.issues.length > 0 ? { details: error.issues } : {}),
    },
    meta: { timestamp: toIsoMicros(now), version: WARRANTY_VERSION },
  }),
}

const lead: ErrorFormat = {
  invalid: 'INVALID_LEAD',
  challenge: () => API_TOKEN,
  renderError: (error) => ({
    status: 'error',
    message: error.message,
    errors: error.issues,
    version: LEAD_VERSION,
  }),
}

const plain: ErrorFormat = {
  invalid: 'INVALID_PARAMETER',
  challenge: () => API_TOKEN,
  renderError: (error) => ({ error: error.message, version: LOCATOR_VERSION }),
}

/** The shape of the interface that a path (with or without its query) belongs to. */
export function errorFormatOf(target: string): ErrorFormat {
  // A request may name its host before the path (RFC 9112 section 3.2.2), and letters by their escapes: so does the router.
  const path = target.replace(/^https?:\/\/[^/?]*/i, '').replace(/%[2-7][\da-f]/gi, decodeURI)
  if (/^\/api\/v1(?:[/?#]|$)/.test(path)) return envelope
  if (/^\/lead-submission(?:[/?#]|$)/.test(path)) return lead
  return plain
}

/** A warranty answer's envelope around its data. */
export function success<T>(data: T, now: number, status = 200, meta: object = {}) {
  return {
    success: true as const,
    status,
    data,
    meta: { timestamp: toIsoMicros(now), version: WARRANTY_VERSION, ...meta },
  }
}
