import { createEnvelope } from '../../platform/http/envelope.ts'

export { metaWith, showError } from '../../platform/http/envelope.ts'

/** What all endpoints of the warranty interface (`/api/v1`) share: the envelope and how errors are shown. */
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
