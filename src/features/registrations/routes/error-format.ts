import { submissionErrors } from '../../../platform/http/submission-errors.ts'

/** The version that every response to a registration carries. */
export const REGISTRATION_VERSION = '0.1.1'

export const { format: registrationErrorFormat, errors: registrationErrors } = submissionErrors({
  prefix: '/warranty-registration',
  errorName: 'RegistrationError',
  invalid: 'INVALID_REGISTRATION',
  version: REGISTRATION_VERSION,
})
