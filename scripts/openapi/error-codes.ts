import type { ErrorCode } from '../../src/platform/errors.ts'
import type { Operation } from './document.ts'

type Codes = Record<string, readonly ErrorCode[]>

/** The codes that every interface may return. */
const EVERYWHERE: Codes = {
  400: ['BAD_REQUEST'],
  408: ['REQUEST_TIMEOUT'],
  413: ['BODY_TOO_LARGE'],
  414: ['URI_TOO_LONG'],
  415: ['UNSUPPORTED_MEDIA_TYPE'],
  429: ['RATE_LIMITED'],
  500: ['INTERNAL_ERROR'],
  503: ['UNAVAILABLE'],
  default: ['NOT_FOUND', 'METHOD_NOT_ALLOWED', 'HEADERS_TOO_LARGE'],
}

const BY_TOKEN: Codes = {
  401: ['INVALID_API_TOKEN'],
  403: ['BRAND_NOT_PERMITTED', 'ENDPOINT_NOT_PERMITTED'],
  409: ['IDEMPOTENCY_CONFLICT'],
}

const FORM: readonly ErrorCode[] = ['BRAND_NOT_PERMITTED', 'ENDPOINT_NOT_PERMITTED', 'CHALLENGE_FAILED']

/** The schema of each interface's errors. */
export type ErrorSchema = 'WarrantyError' | 'AdminError' | 'LeadError' | 'RegistrationError' | 'PlainError'

const BY_INTERFACE: Record<ErrorSchema, Codes> = {
  WarrantyError: {
    401: ['AUTHENTICATION_REQUIRED', 'INVALID_TOKEN', 'TOKEN_EXPIRED'],
    403: ['ENDPOINT_NOT_PERMITTED', 'BRAND_NOT_PERMITTED'],
    404: ['WARRANTY_NOT_FOUND'],
    409: ['AMBIGUOUS_HIN'],
    422: ['INVALID_HIN_FORMAT', 'VALIDATION_ERROR'],
  },
  AdminError: {
    401: ['AUTHENTICATION_REQUIRED', 'INVALID_TOKEN', 'TOKEN_EXPIRED', 'SECOND_FACTOR_REQUIRED'],
    403: ['ENDPOINT_NOT_PERMITTED'],
    404: ['NOT_FOUND'],
    409: ['CONFLICT'],
    412: ['PRECONDITION_FAILED'],
    422: ['VALIDATION_ERROR'],
    default: ['METHOD_NOT_ALLOWED', 'HEADERS_TOO_LARGE'],
  },
  LeadError: { 400: ['INVALID_LEAD', 'INVALID_JSON', 'BAD_REQUEST'], ...BY_TOKEN, 403: FORM },
  RegistrationError: { 400: ['INVALID_REGISTRATION', 'INVALID_JSON', 'BAD_REQUEST'], ...BY_TOKEN },
  PlainError: {
    400: ['INVALID_PARAMETER', 'BAD_REQUEST'],
    ...BY_TOKEN,
    404: ['BRAND_NOT_FOUND', 'POSTAL_CODE_NOT_FOUND'],
  },
}

const GRANTS: Codes = { 403: ['ENDPOINT_NOT_PERMITTED', 'CROSS_ORIGIN', 'GRANT_NOT_PERMITTED'] }
const BRANDS: Codes = { 403: ['ENDPOINT_NOT_PERMITTED', 'BRAND_NOT_PERMITTED', 'CROSS_ORIGIN'] }
const PASSWORD: Codes = { 401: ['INVALID_CREDENTIALS', 'SECOND_FACTOR_REQUIRED'], 403: ['CROSS_ORIGIN'] }

/** The codes that single operations return instead. */
const BY_OPERATION: Record<string, Codes> = {
  logIn: { 401: ['INVALID_CREDENTIALS'], 422: ['VALIDATION_ERROR'] },
  refreshTokens: { 401: ['INVALID_TOKEN', 'TOKEN_EXPIRED'], 422: ['VALIDATION_ERROR'] },
  logOut: { 422: ['VALIDATION_ERROR'] },
  createWarranty: { 409: ['DUPLICATE_HIN', 'IDEMPOTENCY_CONFLICT'] },
  transferWarranty: { 409: ['AMBIGUOUS_HIN', 'WARRANTY_NOT_TRANSFERABLE', 'IDEMPOTENCY_CONFLICT'] },
  createWarranties: { 409: ['IDEMPOTENCY_CONFLICT'], 422: ['VALIDATION_ERROR', 'BULK_REJECTED'] },
  findDealers: { 503: ['GEOCODER_UNAVAILABLE', 'UNAVAILABLE'] },
  signIn: PASSWORD,
  createUser: GRANTS,
  updateUser: { ...GRANTS, 409: ['CONFLICT', 'LAST_ADMINISTRATOR'] },
  createToken: GRANTS,
  updateToken: GRANTS,
  createDealer: BRANDS,
  updateDealer: BRANDS,
  updateDealerGroup: BRANDS,
  deleteDealerGroup: BRANDS,
  registerWarranty: {
    409: ['DUPLICATE_HIN', 'IDEMPOTENCY_CONFLICT'],
    422: ['INVALID_HIN_FORMAT', 'VALIDATION_ERROR'],
  },
  transferWarrantyById: { 409: ['WARRANTY_NOT_TRANSFERABLE', 'IDEMPOTENCY_CONFLICT'] },
  explainLocation: {
    404: ['POSTAL_CODE_NOT_FOUND', 'NOT_FOUND'],
    503: ['GEOCODER_UNAVAILABLE', 'UNAVAILABLE'],
  },
}

/** Returns the codes that an operation's response with this status can have, as far as its interface tells. */
export function codesOf(
  schema: ErrorSchema,
  status: string,
  { method, operation }: { method: string; operation: Operation },
): readonly ErrorCode[] {
  const own = BY_OPERATION[operation.operationId]?.[status]
  if (own) return own
  const codes = BY_INTERFACE[schema][status] ?? EVERYWHERE[status]
  if (!codes) throw new Error(`Say in error-codes.ts which codes ${schema} has with status ${status}.`)
  const isUnsafe = method !== 'get'
  if (schema === 'AdminError' && status === '403' && isUnsafe) return [...codes, 'CROSS_ORIGIN']
  if (schema === 'AdminError' && status === '409' && method === 'post')
    return [...codes, 'IDEMPOTENCY_CONFLICT']
  if (status === '400' && operation.requestBody && !codes.includes('INVALID_JSON'))
    return [...codes, 'INVALID_JSON']
  return codes
}
