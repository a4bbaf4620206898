import { errorOf, TransomError } from './errors.ts'

/** Options of every call. */
export interface CallOptions {
  /** Ends the call. */
  signal?: AbortSignal
  /** By default a call that changes something gets a new key. Give yours to repeat a call after a restart. */
  idempotencyKey?: string
}

export interface HttpOptions {
  url: string
  /** Tries after the first one. */
  retries: number
  timeoutMs: number
  maxRetryAfterMs: number
  fetch: typeof fetch
}

export interface Call extends CallOptions {
  /** Default: GET. */
  method?: 'POST' | 'PATCH'
  path: string
  query?: object | undefined
  body?: unknown
  headers?: Record<string, string>
}

const BASE_DELAY_MS = 250
const MOST_DELAY_MS = 10_000
/** A server or a proxy that may do better soon. A conflict counts where it says when to try again. */
const TEMPORARY = new Set([408, 425, 429, 500, 502, 503, 504])

/**
 * Sends a call, and again where that may help: after a broken connection, a temporary refusal or a time-out. All tries
 * have the call's Idempotency-Key, so it is carried out once.
 * @param headersOf returns the credentials, before each try
 * @throws TransomError
 */
export async function send(
  http: HttpOptions,
  call: Call,
  headersOf: () => Promise<Record<string, string>> | Record<string, string>,
): Promise<Response> {
  const { method = 'GET', signal } = call
  const fixed: Record<string, string> = { accept: '*/*', ...call.headers }
  if (call.body !== undefined) fixed['content-type'] = 'application/json'
  if (call.idempotencyKey !== undefined) fixed['idempotency-key'] = call.idempotencyKey
  const body = call.body === undefined ? undefined : JSON.stringify(call.body)
  const url = http.url + call.path + toQuery(call.query)
  for (let tried = 0; ; tried++) {
    const headers = { ...(await headersOf()), ...fixed }
    const error = await attempt(http, url, { method, headers, body: body ?? null, signal: signal ?? null })
    if (!(error instanceof TransomError)) return error
    const waitMs = delayOf(error, tried)
    if (tried >= http.retries || !mayRetry(error) || waitMs > http.maxRetryAfterMs) throw error
    await sleep(waitMs, signal)
  }
}

async function attempt(
  http: HttpOptions,
  url: string,
  init: RequestInit & { signal: AbortSignal | null },
): Promise<Response | TransomError> {
  // Until the headers are there: an export may take as long as it needs.
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), http.timeoutMs)
  const signal = init.signal ? AbortSignal.any([init.signal, limit.signal]) : limit.signal
  try {
    const response = await http.fetch(url, { ...init, signal })
    return response.ok ? response : await errorOf(response)
  } catch (cause) {
    if (init.signal?.aborted) return aborted(init.signal)
    if (!limit.signal.aborted) {
      return new TransomError('The server could not be reached.', { code: 'NETWORK_ERROR', cause })
    }
    const message = `No answer came within ${http.timeoutMs / 1000} s.`
    return new TransomError(message, { code: 'TIMEOUT', cause })
  } finally {
    clearTimeout(timer)
  }
}

function mayRetry({ status, code, retryAfter }: TransomError): boolean {
  if (status === 0) return code !== 'ABORTED'
  return TEMPORARY.has(status) || (status === 409 && retryAfter !== undefined)
}

/** Returns the wait before the next try: the server's `Retry-After` and a little more; else one that doubles, with jitter. */
function delayOf({ retryAfter }: TransomError, tried: number): number {
  if (retryAfter !== undefined) return retryAfter * 1000 + Math.random() * BASE_DELAY_MS
  return Math.min(BASE_DELAY_MS * 2 ** tried, MOST_DELAY_MS) * (0.5 + Math.random() / 2)
}

function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      reject(aborted(signal!))
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end)
      resolve()
    }, ms)
    signal?.addEventListener('abort', end, { once: true })
    if (signal?.aborted) end()
  })
}

function aborted(signal: AbortSignal): TransomError {
  return new TransomError('The call was aborted.', { code: 'ABORTED', cause: signal.reason })
}

/** Returns the call with a key, if it changes something. (`randomUUID` is missing on pages without https.) */
export function withKey(call: Call): Call {
  if (call.idempotencyKey !== undefined || !call.method) return call
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const idempotencyKey = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return { ...call, idempotencyKey }
}

function toQuery(query: object | undefined): string {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== null)
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text && `?${text}`
}
