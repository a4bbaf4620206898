/**
 * Every way in which an operation or a request can fail. Codes are permanent, because integrators branch on them: never
 * rename or reuse one. `docs/errors.md` documents each; a test compares the list with the page.
 */
export const ERROR_CODES = [
  'INVALID_JSON',
  'BAD_REQUEST',
  'INVALID_PARAMETER',
  'INVALID_LEAD',
  'INVALID_REGISTRATION',
  'AUTHENTICATION_REQUIRED',
  'INVALID_TOKEN',
  'TOKEN_EXPIRED',
  'INVALID_CREDENTIALS',
  'INVALID_API_TOKEN',
  'ENDPOINT_NOT_PERMITTED',
  'BRAND_NOT_PERMITTED',
  'WARRANTY_NOT_FOUND',
  'BRAND_NOT_FOUND',
  'POSTAL_CODE_NOT_FOUND',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'REQUEST_TIMEOUT',
  'DUPLICATE_HIN',
  'AMBIGUOUS_HIN',
  'WARRANTY_NOT_TRANSFERABLE',
  'IDEMPOTENCY_CONFLICT',
  'CONFLICT',
  'BODY_TOO_LARGE',
  'URI_TOO_LONG',
  'UNSUPPORTED_MEDIA_TYPE',
  'INVALID_HIN_FORMAT',
  'VALIDATION_ERROR',
  'BULK_REJECTED',
  'PRECONDITION_FAILED',
  'CROSS_ORIGIN',
  'CHALLENGE_FAILED',
  'GRANT_NOT_PERMITTED',
  'LAST_ADMINISTRATOR',
  'SECOND_FACTOR_REQUIRED',
  'RATE_LIMITED',
  'HEADERS_TOO_LARGE',
  'INTERNAL_ERROR',
  'GEOCODER_UNAVAILABLE',
  'UNAVAILABLE',
] as const

export type ErrorCode = (typeof ERROR_CODES)[number]

/** One problem with the input. */
export interface Issue {
  /** A dotted path, such as `contact.email`. */
  field: string
  /** A complete sentence: "Model is required." */
  message: string
}

interface AppErrorOptions {
  /** All problems with the input. */
  issues?: Issue[]
  /** Seconds after which a retry makes sense. */
  retryAfter?: number
  /** Further response headers, such as `Allow`. */
  headers?: Record<string, string>
  cause?: unknown
  /** Whether the error is too frequent to log each time, although it is the server's problem. */
  quiet?: boolean
}

/**
 * The only error that operations throw on purpose. It knows nothing of HTTP: `ERROR_STATUS` maps its code to a status.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly issues: Issue[]
  readonly retryAfter: number | undefined
  readonly headers: Record<string, string>
  readonly quiet: boolean

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.issues = options.issues ?? []
    this.retryAfter = options.retryAfter
    this.headers = options.headers ?? {}
    this.quiet = options.quiet ?? false
  }
}

/** The principal may not do this. */
export class Forbidden extends AppError {}

/** There is no such record, or the principal may not know that it exists. */
export class NotFound extends AppError {}

/** The input is valid but conflicts with stored data. */
export class Conflict extends AppError {}

/** The record has changed since the caller read it. */
export class Outdated extends AppError {
  constructor() {
    super('PRECONDITION_FAILED', 'Somebody has changed this record since you read it. Read it again.')
  }
}

/** The input breaks the rules. Its message is that of the first issue. */
export class Invalid extends AppError {
  constructor(issues: Issue[], code: ErrorCode = 'VALIDATION_ERROR') {
    super(code, summarize(issues), { issues })
  }
}

/** Returns the first issue's sentence and how many more there are. */
function summarize([first, ...others]: readonly Issue[]): string {
  if (!first) return 'The input is invalid.'
  if (others.length === 0) return first.message
  return `${first.message} (And ${others.length} more.)`
}

/**
 * Returns an issue whose message is a sentence about the field.
 * @param predicate the rest of the sentence, without the full stop: `is required`
 */
export function issue(field: string, predicate: string): Issue {
  return { field, message: `${labelOf(field)} ${predicate}.` }
}

const SPELLINGS: Record<string, string> = {
  api: 'API',
  crm: 'CRM',
  email: 'e-mail',
  hin: 'HIN',
  id: 'ID',
  ids: 'IDs',
  optin: 'opt-in',
  url: 'URL',
  zip: 'ZIP',
  zipcode: 'ZIP code',
}

/** Fields whose names mean something only beside each other. */
const LABELS: Record<string, string> = { current: 'Current password', new: 'New password' }

/** Returns a field's label: `contact.first_name` is "First name". */
function labelOf(field: string): string {
  if (field === '') return 'The body'
  if (Object.hasOwn(LABELS, field)) return LABELS[field]!
  const [, list, name = ''] = /(?:^|\.)(?:([^.]*)\.\d+|([^.]*?)(?:\[\d+\])?)$/.exec(field) ?? []
  if (list) return `An item of ${list.replaceAll('_', ' ')}`
  const label = name
    .split('_')
    .map((word) => SPELLINGS[word] ?? word)
    .join(' ')
  return label.charAt(0).toUpperCase() + label.slice(1)
}
