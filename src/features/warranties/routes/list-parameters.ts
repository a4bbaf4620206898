import { readInstant } from '../../../platform/clock.ts'
import { isCalendarDate } from '../../../platform/dates.ts'
import { Invalid, type Issue, issue } from '../../../platform/errors.ts'
import { nearestName } from '../../../platform/references.ts'
import { mergeIssues } from '../../../platform/schema-issues.ts'
import { emailKey, isEmail } from '../../../platform/validate.ts'
import { canonicalHin, explainInvalidHin, isHin } from '../hin/hin.ts'
import type { ListFilters } from '../queries/list-queries.ts'
import { readCursor } from '../records/cursor.ts'
import { ListQuery, SYNC_STATUSES, WARRANTY_STATUSES } from '../schemas.ts'
import { brandIdIssues } from './request.ts'

const DEFAULT_LIMIT = 20
const MAX_LIMIT = 100
const KNOWN = Object.keys(ListQuery.properties)

type Params = Readonly<Record<string, string | undefined>>

/**
 * Returns the filters that the query's parameters ask for.
 * @param known the parameters that the endpoint has
 * @throws Invalid (INVALID_HIN_FORMAT, VALIDATION_ERROR) with every issue
 */
export function readListFilters(params: Params, known: readonly string[] = KNOWN): ListFilters {
  const { hin, brand_id, email, updated_since, cursor, page, limit } = params
  const pageNumber = readInteger(page, Number.MAX_SAFE_INTEGER, 1)
  const pageSize = readInteger(limit, MAX_LIMIT, DEFAULT_LIMIT)
  const updatedSince = updated_since === undefined ? undefined : readInstant(updated_since)
  const after = cursor === undefined ? undefined : readCursor(cursor)
  const rules: [field: string, isValid: boolean, predicate: string][] = [
    ['warranty_status', isOneOf(WARRANTY_STATUSES, params.warranty_status), oneOf(WARRANTY_STATUSES)],
    ['email', email === undefined || isEmail(email), 'must be an e-mail address'],
    ['registered_from', isDate(params.registered_from), DATE],
    ['registered_to', isDate(params.registered_to), DATE],
    ['updated_since', updated_since === undefined || updatedSince !== undefined, INSTANT],
    ['sync_status', isOneOf(SYNC_STATUSES, params.sync_status), oneOf(SYNC_STATUSES)],
    ['page', !Number.isNaN(pageNumber), 'must be a whole number of 1 or more'],
    ['limit', !Number.isNaN(pageSize), `must be a whole number from 1 to ${MAX_LIMIT}`],
    ['cursor', cursor === undefined || after !== undefined, 'must be a next_cursor that a list returned'],
    ['page', cursor === undefined || page === undefined, 'and cursor cannot be combined'],
    ['page', !(pageNumber * pageSize > Number.MAX_SAFE_INTEGER), 'is too large'],
  ]
  const ofHin = hin === undefined || isHin(hin) ? [] : [{ field: 'hin', message: explainInvalidHin(hin) }]
  const issues = [
    ...ofHin,
    ...unknownParameters(params, known),
    ...brandIdIssues(params),
    ...rules.filter(([, isValid]) => !isValid).map(([field, , predicate]) => issue(field, predicate)),
  ]
  if (issues.length > 0) {
    throw new Invalid(mergeIssues(issues), ofHin.length > 0 ? 'INVALID_HIN_FORMAT' : 'VALIDATION_ERROR')
  }
  return {
    hin: hin === undefined ? undefined : canonicalHin(hin),
    brandId: brand_id === undefined ? undefined : Number(brand_id),
    warrantyStatus: params.warranty_status,
    modelYear: params.model_year,
    emailKey: email === undefined ? undefined : emailKey(email),
    registeredFrom: params.registered_from,
    registeredTo: params.registered_to,
    updatedSince,
    syncStatus: params.sync_status,
    page: pageNumber,
    limit: pageSize,
    after,
  }
}

const DATE = 'must be a real date in the form YYYY-MM-DD, from 1900 to 2999'
const INSTANT =
  'must be a date or an ISO 8601 time with a time zone (+ written as %2B), from 1900 to 2999, such as 2026-05-01T00:00:00Z'

/** A filter with a typing error must not return everything. */
function unknownParameters(params: Params, known: readonly string[]): Issue[] {
  const unknown = Object.keys(params).filter((name) => !known.includes(name) && !name.startsWith('_'))
  return unknown.map((name) => {
    const nearest = nearestName(name, known)
    const hint = nearest === undefined ? `Known are ${known.join(', ')}.` : `Did you mean "${nearest}"?`
    return { field: name, message: `There is no parameter "${name}". ${hint}` }
  })
}

/** Returns NaN for what is not a whole number from 1 to `most`. */
function readInteger(text: string | undefined, most: number, fallback: number): number {
  if (text === undefined) return fallback
  const number = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  return number >= 1 && number <= most ? number : Number.NaN
}

function isDate(text: string | undefined): boolean {
  return text === undefined || isCalendarDate(text)
}

function isOneOf(values: readonly string[], text: string | undefined): boolean {
  return text === undefined || values.includes(text)
}

function oneOf(values: readonly string[]): string {
  return `must be one of ${values.join(', ')}`
}
