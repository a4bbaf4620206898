import { readInstant } from '../../../platform/clock.ts'
import { isCalendarDate } from '../../../platform/dates.ts'
import { AppError, type Issue } from '../../../platform/errors.ts'
import { emailKey, isEmail } from '../../../platform/validate.ts'
import { canonicalHin, explainHinFault, isHin } from '../hin/hin.ts'
import { SYNC_STATUSES, WARRANTY_STATUSES } from '../schemas.ts'

const DEFAULT_LIMIT = 20
const MOST = 100

/** The warranty that a page ends with, by what its caller sees of it: an id would tell how many others there are. */
export interface Position {
  createdAt: number
  brandId: number
  hin: string
}

export interface ListFilters {
  hin?: string
  brandId?: number
  warrantyStatus?: string
  modelYear?: string
  emailKey?: string
  registeredFrom?: string
  registeredTo?: string
  updatedSince?: number
  syncStatus?: string
  page: number
  limit: number
  after?: Position
}

type Params = Readonly<Record<string, string | undefined>>

/** Reads a list's parameters. Throws INVALID_HIN_FORMAT for a wrong `hin`, else VALIDATION_ERROR with all faults. */
export function readListFilters(params: Params): ListFilters {
  const issues: Issue[] = []
  const fault = (field: string, message: string) => {
    issues.push({ field, message })
    return undefined
  }
  const integer = (field: string, least: number, most: number, what: string) => {
    const text = params[field]
    if (text === undefined) return undefined
    const number = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
    return number >= least && number <= most ? number : fault(field, `must be ${what}`)
  }
  const choice = (field: string, values: readonly string[]) => {
    const text = params[field]
    if (text === undefined || values.includes(text)) return text
    return fault(field, `must be one of ${values.join(', ')}`)
  }
  const date = (field: string) => {
    const text = params[field]
    if (text === undefined || isCalendarDate(text)) return text
    return fault(field, 'must be a real date in the form YYYY-MM-DD, from 1900 to 2999')
  }
  const { hin, email, updated_since, cursor, page } = params
  if (hin !== undefined && !isHin(hin)) {
    const message = explainHinFault(hin)
    throw new AppError('INVALID_HIN_FORMAT', message, { issues: [{ field: 'hin', message }] })
  }
  const filters: ListFilters = {
    hin: hin === undefined ? undefined : canonicalHin(hin),
    brandId: readBrandId(params, issues),
    warrantyStatus: choice('warranty_status', WARRANTY_STATUSES),
    modelYear: params.model_year,
    emailKey:
      email === undefined
        ? undefined
        : isEmail(email)
          ? emailKey(email)
          : fault('email', 'must be an e-mail address'),
    registeredFrom: date('registered_from'),
    registeredTo: date('registered_to'),
    updatedSince:
      updated_since === undefined
        ? undefined
        : (readInstant(updated_since) ??
          fault(
            'updated_since',
            'must be a date or an ISO 8601 time with a time zone (+ written as %2B), from 1900 to 2999, such as 2026-05-01T00:00:00Z',
          )),
    syncStatus: choice('sync_status', SYNC_STATUSES),
    page: integer('page', 1, Number.MAX_SAFE_INTEGER, 'a whole number from 1') ?? 1,
    limit: integer('limit', 1, MOST, `a whole number from 1 to ${MOST}`) ?? DEFAULT_LIMIT,
    after:
      cursor === undefined
        ? undefined
        : (readCursor(cursor) ?? fault('cursor', 'is not a cursor that a list gave out')),
  }
  if (cursor !== undefined && page !== undefined) fault('page', 'and cursor exclude each other')
  if (filters.page * filters.limit > Number.MAX_SAFE_INTEGER) fault('page', 'is too large')
  refuse(issues)
  return filters
}

/** What is wrong with the `brand_id` of a request for one warranty. */
export function brandSelectorIssues(params: Params): Issue[] {
  const issues: Issue[] = []
  readBrandId(params, issues)
  return issues
}

/** The `brand_id` of a request for one warranty. Throws VALIDATION_ERROR. */
export function readBrandSelector(params: Params): number | undefined {
  const issues: Issue[] = []
  const brandId = readBrandId(params, issues)
  refuse(issues)
  return brandId
}

/** The opaque text for a position. */
export function writeCursor({ createdAt, brandId, hin }: Position): string {
  return Buffer.from(`${createdAt.toString(36)}.${brandId.toString(36)}.${hin}`).toString('base64url')
}

function readCursor(cursor: string): Position | undefined {
  const text = Buffer.from(cursor, 'base64url').toString()
  const [, createdAt, brandId, hin] = /^([0-9a-z]{1,11})\.([0-9a-z]{1,11})\.([0-9A-Z]{12})$/.exec(text) ?? []
  if (!createdAt || !brandId || !hin) return undefined
  const position = { createdAt: Number.parseInt(createdAt, 36), brandId: Number.parseInt(brandId, 36), hin }
  const valid = Number.isSafeInteger(position.createdAt) && Number.isSafeInteger(position.brandId)
  return valid && writeCursor(position) === cursor ? position : undefined
}

function readBrandId(params: Params, issues: Issue[]): number | undefined {
  const text = params.brand_id
  if (text === undefined) return undefined
  const id = /^-?\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  if (Number.isSafeInteger(id)) return id
  issues.push({ field: 'brand_id', message: 'must be an integer' })
  return undefined
}

function refuse(issues: Issue[]): void {
  const [first] = issues
  if (first) throw new AppError('VALIDATION_ERROR', `${first.field} ${first.message}.`, { issues })
}
