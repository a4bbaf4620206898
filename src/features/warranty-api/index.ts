import { createEnvelope } from '../../platform/http/envelope.ts'

export { metaWith, showError } from '../../platform/http/envelope.ts'

/** The common parts of the warranty interface's endpoints (`/api/v1`): the envelope and the error format. */
export const {
  success,
  envelope,
  errorSchema,
  errors,
  errorFormat: warrantyErrorFormat,
} = createEnvelope({
  prefix: '/api/v1',
  version: '0.2.0',
  errorName: 'WarrantyError',
  codesOfOthers: [
    'INVALID_PARAMETER',
    'INVALID_LEAD',
    'INVALID_REGISTRATION',
    'INVALID_API_TOKEN',
    'BRAND_NOT_FOUND',
    'POSTAL_CODE_NOT_FOUND',
    'GEOCODER_UNAVAILABLE',
    'CONFLICT',
    'PRECONDITION_FAILED',
    'CHALLENGE_FAILED',
    'CROSS_ORIGIN',
    'GRANT_NOT_PERMITTED',
    'LAST_ADMINISTRATOR',
    'SECOND_FACTOR_REQUIRED',
  ],
})
