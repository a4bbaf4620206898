/**
 * Why a call got no answer. `refused_target` and `invalid_url` will not change on a retry; `aborted` is the caller's
 * own signal or our shutdown; the others may be temporary.
 */
export type OutgoingErrorKind =
  | 'refused_target'
  | 'invalid_url'
  | 'timeout'
  | 'connection'
  | 'tls'
  | 'aborted'

/**
 * The only error that outgoing calls throw. `message` names no host, address, path or credential, so it may be stored,
 * shown to an administrator and returned to an integrator; `cause` may have host and address.
 */
export class OutgoingError extends Error {
  readonly kind: OutgoingErrorKind

  constructor(kind: OutgoingErrorKind, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'OutgoingError'
    this.kind = kind
  }
}

/** Translates an error of making or using a connection. */
export function toOutgoingError(error: unknown): OutgoingError {
  if (error instanceof OutgoingError) return new OutgoingError(error.kind, error.message, error)
  const code = codeOf(error)
  if (shutdownCodes.has(code)) return new OutgoingError('aborted', 'The server is shutting down.', error)
  if (timeoutCodes.has(code))
    return new OutgoingError('timeout', `The connection timed out (${code}).`, error)
  if (tlsCodes.test(code)) {
    return new OutgoingError('tls', `No trusted TLS connection could be made (${code}).`, error)
  }
  const [, words] = connectionWords.find(([pattern]) => pattern.test(code)) ?? []
  return new OutgoingError('connection', `${words ?? 'The connection failed'} (${code}).`, error)
}

const shutdownCodes = new Set(['UND_ERR_DESTROYED', 'UND_ERR_CLOSED'])

const timeoutCodes = new Set(['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT'])

/** Node's TLS errors, and its names for OpenSSL's verification results. */
const tlsCodes =
  /^(ERR_TLS|ERR_SSL|EPROTO|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH)|CERT|CRL/

const connectionWords: [RegExp, string][] = [
  [/^(ENOTFOUND|EAI_)/, "The target's name could not be resolved"],
  [/^ECONNREFUSED$/, 'The target refused the connection'],
  [/^(EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, 'The target cannot be reached'],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, 'The connection was closed before the answer was complete'],
  [/^(HTTPParserError|UND_ERR_RES_CONTENT_LENGTH|UND_ERR_HEADERS_OVERFLOW)/, 'The answer is not proper HTTP'],
]

function codeOf(error: unknown): string {
  // This error of undici has no code.
  if (error instanceof Error && error.name === 'HTTPParserError') return error.name
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' && /^\w{1,60}$/.test(code) ? code : 'unknown'
}
