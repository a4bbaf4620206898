import { createEnvelope } from '../../platform/http/envelope.ts'

export const PREFIX = '/admin/v1'

export const {
  success,
  envelope,
  errors,
  errorFormat: adminErrorFormat,
} = createEnvelope({
  prefix: PREFIX,
  version: '1.0.0',
  errorName: 'AdminError',
  codesOfOthers: [
    'INVALID_PARAMETER',
    'INVALID_LEAD',
    'INVALID_REGISTRATION',
    'INVALID_API_TOKEN',
    'BRAND_NOT_FOUND',
    'BULK_REJECTED',
    'WARRANTY_NOT_FOUND',
    'AMBIGUOUS_HIN',
    'CHALLENGE_FAILED',
  ],
})
