import type { Schemas } from './types.ts'

/** A problem with one field of the input. */
export type Issue = Schemas['Issue']

/**
 * The cause of an error. The server's codes are permanent, and later versions may add some. The last four are the client's:
 * an answer without a code, no answer, no answer in time, and a call that was aborted.
 */
export type TransomErrorCode =
  | Schemas['ErrorCode']
  | 'HTTP_ERROR'
  | 'NETWORK_ERROR'
  | 'TIMEOUT'
  | 'ABORTED'
  | (string & {})

interface TransomErrorOptions {
  status?: number
  code: TransomErrorCode
  details?: Issue[]
  requestId?: string | null
  retryAfter?: number | undefined
  body?: unknown
  cause?: unknown
}

/** Every failure of a call. `status` is 0 where there was no answer. */
export class TransomError extends Error {
  override readonly name = 'TransomError'
  readonly status: number
  readonly code: TransomErrorCode
  /** Every problem with the input. */
  readonly details: Issue[]
  /** Quote it when you report a problem. */
  readonly requestId: string | null
  /** Seconds after which the server asks to try again. */
  readonly retryAfter: number | undefined
  /** The answer's body, such as the outcomes of a bulk request that was rejected. */
  readonly body: unknown

  constructor(message: string, options: TransomErrorOptions) {
    super(message, { cause: options.cause })
    this.status = options.status ?? 0
    this.code = options.code
    this.details = options.details ?? []
    this.requestId = options.requestId ?? null
    this.retryAfter = options.retryAfter
    this.body = options.body
  }
}

interface ErrorBody {
  error?: string | { code: string; message: string; details?: Issue[] }
  message?: string
  errors?: Issue[]
}

/** Returns the error that an answer means, in any of the interfaces' three formats. */
export async function errorOf(response: Response): Promise<TransomError> {
  const text = await response.text().catch(() => '')
  const body = parse(text)
  const { error, message, errors } = (body ?? {}) as ErrorBody
  const { status, headers } = response
  const options = {
    status,
    code: 'HTTP_ERROR',
    details: errors ?? [],
    requestId: headers.get('x-request-id'),
    retryAfter: retryAfterOf(headers),
    body: body ?? text,
  }
  if (typeof error === 'object') {
    return new TransomError(error.message, { ...options, code: error.code, details: error.details ?? [] })
  }
  return new TransomError(error ?? message ?? `The server answered with status ${status}.`, options)
}

/** Returns the seconds of `Retry-After`, which may also be a date. */
function retryAfterOf(headers: Headers): number | undefined {
  const value = headers.get('retry-after')
  if (value === null) return undefined
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
