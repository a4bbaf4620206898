import { submissionErrors } from '../../../platform/http/submission-errors.ts'

/** The version that every response of lead submission carries. */
export const LEAD_VERSION = '0.1.1'

export const { format: leadErrorFormat, errors: leadErrors } = submissionErrors({
  prefix: '/lead-submission',
  errorName: 'LeadError',
  invalid: 'INVALID_LEAD',
  version: LEAD_VERSION,
})
