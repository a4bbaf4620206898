import type { ErrorFormat } from '../../platform/http/error-formats.ts'
import { ERROR_STATUS } from '../../platform/http/error-status.ts'
import { metaAt } from './envelope.ts'
import { WarrantyError } from './schemas.ts'

/** Errors of everything under `/api/v1`: the envelope, with `details` where the input has issues. */
export const warrantyErrorFormat: ErrorFormat = {
  prefix: '/api/v1',
  invalidInput: 'VALIDATION_ERROR',
  invalidQuery: 'BAD_REQUEST',
  schema: WarrantyError,
  // RFC 6750 section 3: without a token no error is named; with a bad one it is `invalid_token`.
  challenge: ({ code, message }) =>
    code === 'INVALID_TOKEN' || code === 'TOKEN_EXPIRED'
      ? `Bearer error="invalid_token", error_description="${message}"`
      : 'Bearer',
  render: ({ code, message, issues }, now) => ({
    success: false,
    status: ERROR_STATUS[code],
    error: { code, message, ...(issues.length > 0 ? { details: issues } : {}) },
    meta: metaAt(now),
  }),
}
