import { type ErrorFormat, PlainError } from '../../platform/http/error-formats.ts'

/** The version that every response of the locator carries. */
export const LOCATOR_VERSION = '0.2.0'

/** Errors of the locator: a sentence. */
export const locatorErrorFormat: ErrorFormat = {
  prefix: '/dealer-locator',
  invalidInput: 'INVALID_PARAMETER',
  invalidQuery: 'INVALID_PARAMETER',
  schema: PlainError,
  challenge: () => 'X-API-Token',
  render: ({ message }) => ({ error: message, version: LOCATOR_VERSION }),
}
