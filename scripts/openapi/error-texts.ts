import type { ErrorCode, Issue } from '../../src/platform/errors.ts'

/** The time of all examples: 2026-05-01, noon, in microseconds. */
export const MOMENT = Date.UTC(2026, 4, 1, 12) * 1000 + 123_456

/** The example text of each error code. */
export const ERROR_INPUTS: Record<ErrorCode, { message?: string; issues?: Issue[] }> = {
  INVALID_JSON: { message: 'The body is not valid JSON.' },
  BAD_REQUEST: { message: 'The parameter "brand_id" is given twice.' },
  INVALID_PARAMETER: { message: 'Invalid US postal code format: send exactly 5 digits' },
  INVALID_LEAD: {
    issues: [{ field: 'contact.contact_email', message: 'Contact email is required.' }],
  },
  INVALID_REGISTRATION: { issues: [{ field: 'consent', message: 'Consent must be true.' }] },
  AUTHENTICATION_REQUIRED: { message: 'Send an access token: Authorization: Bearer <token>.' },
  INVALID_TOKEN: { message: 'The token is invalid. Log in again.' },
  TOKEN_EXPIRED: { message: 'The token has expired.' },
  INVALID_CREDENTIALS: { message: 'The e-mail address or the password is wrong.' },
  INVALID_API_TOKEN: { message: 'Send your API token in the header X-API-Token.' },
  ENDPOINT_NOT_PERMITTED: { message: 'This user lacks the permission warranty:create.' },
  BRAND_NOT_PERMITTED: { message: 'You may not use this brand.' },
  WARRANTY_NOT_FOUND: { message: 'There is no warranty with the HIN HCX12345D526.' },
  BRAND_NOT_FOUND: { message: 'There is no brand "harbor-kraft".' },
  POSTAL_CODE_NOT_FOUND: { message: 'No source knows the postal code 00000.' },
  NOT_FOUND: { message: 'There is no such record.' },
  METHOD_NOT_ALLOWED: { message: 'This path has no such method. The header Allow lists those it has.' },
  REQUEST_TIMEOUT: { message: 'The request took too long to arrive.' },
  DUPLICATE_HIN: { message: 'The brand already has a warranty with the HIN HCX12345D526.' },
  AMBIGUOUS_HIN: { message: 'Several of your brands have this HIN. Add ?brand_id= with one of 1, 2.' },
  WARRANTY_NOT_TRANSFERABLE: {
    message: 'A voided warranty cannot be transferred. If it was voided by mistake, set its status first.',
  },
  IDEMPOTENCY_CONFLICT: { message: 'This Idempotency-Key was used for another request.' },
  CONFLICT: { message: 'The name is taken.' },
  BODY_TOO_LARGE: { message: 'The body is larger than 1 MiB.' },
  URI_TOO_LONG: { message: 'The URL is longer than 8,192 characters.' },
  UNSUPPORTED_MEDIA_TYPE: { message: 'Send the body with Content-Type: application/json.' },
  INVALID_HIN_FORMAT: {
    issues: [{ field: 'hin', message: 'A HIN has exactly 12 letters and digits; this one has 11.' }],
  },
  VALIDATION_ERROR: { issues: [{ field: 'contact.zipcode', message: 'ZIP code is required.' }] },
  BULK_REJECTED: { message: 'A registration failed, so none was created.' },
  CHALLENGE_FAILED: { message: 'Send a solved challenge in X-Transom-Challenge.' },
  PRECONDITION_FAILED: { message: 'Somebody has changed this record since you read it. Read it again.' },
  CROSS_ORIGIN: { message: "The request comes from another site's page." },
  GRANT_NOT_PERMITTED: { message: "You can't grant dealers:write, which you don't hold." },
  LAST_ADMINISTRATOR: { message: 'Nobody would be left who may do everything for all brands.' },
  SECOND_FACTOR_REQUIRED: { message: 'Sign in with the code of your second factor.' },
  RATE_LIMITED: { message: 'Too many requests. Wait 12 s.' },
  HEADERS_TOO_LARGE: { message: 'The headers are larger than 64 KiB.' },
  INTERNAL_ERROR: { message: 'The server failed. Quote the request id q7Jk2Vw9s1Xa-42.' },
  GEOCODER_UNAVAILABLE: { message: 'The geocoding service does not respond.' },
  UNAVAILABLE: { message: 'The server is starting. Try again in a moment.' },
}
