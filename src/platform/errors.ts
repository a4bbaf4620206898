/**
 * Every way a request can fail, in one list. A code is permanent: integrators branch on it, so it is never
 * renamed or reused. `docs/errors.md` documents each; a test holds list and page together.
 */
export const ERROR_STATUS = {
  INVALID_JSON: 400,
  BAD_REQUEST: 400,
  INVALID_PARAMETER: 400,
  INVALID_LEAD: 400,
  AUTHENTICATION_REQUIRED: 401,
  INVALID_TOKEN: 401,
  TOKEN_EXPIRED: 401,
  INVALID_CREDENTIALS: 401,
  INVALID_API_TOKEN: 401,
  ENDPOINT_NOT_PERMITTED: 403,
  BRAND_NOT_PERMITTED: 403,
  WARRANTY_NOT_FOUND: 404,
  BRAND_NOT_FOUND: 404,
  POSTAL_CODE_NOT_FOUND: 404,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  DUPLICATE_HIN: 409,
  AMBIGUOUS_HIN: 409,
  WARRANTY_NOT_TRANSFERABLE: 409,
  IDEMPOTENCY_CONFLICT: 409,
  BODY_TOO_LARGE: 413,
  URI_TOO_LONG: 414,
  UNSUPPORTED_MEDIA_TYPE: 415,
  INVALID_HIN_FORMAT: 422,
  VALIDATION_ERROR: 422,
  RATE_LIMITED: 429,
  HEADERS_TOO_LARGE: 431,
  INTERNAL_ERROR: 500,
  GEOCODER_UNAVAILABLE: 503,
  UNAVAILABLE: 503,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS

/** One thing wrong with the input: `field` is a dotted path (`contact.email`), `message` says what to do. */
export interface Fault {
  field: string
  message: string
}

interface AppErrorOptions {
  /** All faults of the input at once. */
  faults?: Fault[]
  /** Whole seconds after which a retry makes sense; sent as `Retry-After`. */
  retryAfter?: number
  /** Further response headers, such as `Allow`. */
  headers?: Record<string, string>
  cause?: unknown
  /** Not worth a line in the log each time, though it is a fault of ours. */
  quiet?: boolean
}

/** The only error that operations throw on purpose. It knows no HTTP; `ERROR_STATUS` maps it once, at the edge. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly faults: Fault[]
  readonly retryAfter: number | undefined
  readonly headers: Record<string, string>
  readonly quiet: boolean

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.faults = options.faults ?? []
    this.retryAfter = options.retryAfter
    this.headers = options.headers ?? {}
    this.quiet = options.quiet ?? false
  }
}
