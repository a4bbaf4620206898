import type { Static } from 'typebox'
import { addMonthsClamped, isCalendarDate } from '../../../platform/dates.ts'
import { type ErrorCode, Invalid, type Issue, issue } from '../../../platform/errors.ts'
import { check, mergeIssues } from '../../../platform/schema-issues.ts'
import { explainInvalidHin, isHin } from '../hin/hin.ts'
import { CreateBody } from '../schemas.ts'
import { contactIssues } from './contact.ts'

export type Registration = Static<typeof CreateBody>

/** An issue that may decide the code of the complete error. */
type RegistrationIssue = Issue & { code?: ErrorCode }

/**
 * Returns the input as a registration.
 * @param known issues that were found before
 * @throws Invalid (INVALID_HIN_FORMAT, VALIDATION_ERROR) with every issue
 */
export function readRegistration(input: unknown, known: Issue[] = []): Registration {
  const own = registrationIssues(input)
  const issues = mergeIssues([...known, ...own, ...check(CreateBody, input)])
  if (issues.length > 0) throw new Invalid(issues, own.find(({ code }) => code)?.code)
  return input as Registration
}

/** Returns the issues of a registration that its schema does not find. */
export function registrationIssues(body: unknown): RegistrationIssue[] {
  const fields = (body ?? {}) as Record<string, unknown>
  const { hin, registration_date, warranty_start_date, warranty_duration_months } = fields
  const issues: RegistrationIssue[] = [...hinIssues(hin), ...contactIssues(body)]
  const start = warranty_start_date || registration_date
  if (typeof start === 'string' && typeof warranty_duration_months === 'number') {
    issues.push(...endDateIssues(start, warranty_duration_months))
  }
  return issues
}

/** Returns the issue of a duration that leads past the last year that dates may have. */
export function endDateIssues(start: string, months: number): Issue[] {
  const isValid = Number.isInteger(months) && months >= 1 && months <= 1200 && isCalendarDate(start)
  if (!isValid || addMonthsClamped(start, months) !== null) return []
  return [issue('warranty_duration_months', 'must not put the end date after the year 2999')]
}

function hinIssues(hin: unknown): RegistrationIssue[] {
  if (hin === null) return [issue('hin', 'is required')]
  if (hin === undefined || (typeof hin === 'string' && isHin(hin))) return []
  const code = 'INVALID_HIN_FORMAT'
  if (typeof hin === 'string') return [{ field: 'hin', message: explainInvalidHin(hin), code }]
  return [{ ...issue('hin', 'must be a string of exactly 12 letters and digits'), code }]
}
