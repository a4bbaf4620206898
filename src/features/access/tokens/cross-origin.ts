import type { AccessDirectory, ApiToken } from '../directory.ts'
import type { Scope } from '../permissions.ts'
import { listsOrigin } from './origins.ts'

/** The headers that scripts may send beside those that browsers always allow. */
const REQUEST_HEADERS = [
  'Content-Type',
  'Idempotency-Key',
  'If-None-Match',
  'X-API-Token',
  'X-Request-Id',
  'X-Transom-Challenge',
]

/** The headers that scripts may read beside those that browsers always show. */
const RESPONSE_HEADERS = [
  'ETag',
  'Idempotency-Replayed',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-Duplicate-Of-Lead-Id',
  'X-Lead-Id',
  'X-Lead-Version',
  'X-Request-Id',
]

/** As long as browsers keep the answer to a preflight at most. Nothing rests on it: the request itself is checked. */
const MAX_AGE_S = 7_200

/** Returns the headers that let the pages of an origin read a response. */
export function crossOriginHeaders(origin: string): Record<string, string> {
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': RESPONSE_HEADERS.join(', '),
    vary: 'Origin',
  }
}

/** Returns the headers of the answer to a preflight, which carries no key. */
export function preflightHeaders(origin: string, method: string): Record<string, string> {
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-methods': method,
    'access-control-allow-headers': REQUEST_HEADERS.join(', '),
    'access-control-max-age': String(MAX_AGE_S),
    vary: 'Origin',
  }
}

/** Returns whether an active publishable key with one of these scopes lists the origin. */
export function isOriginOfPages(
  { publishable }: AccessDirectory,
  { origin, scopes, now }: { origin: string; scopes: readonly Scope[]; now: number },
): boolean {
  return publishable.some(
    (key) =>
      !isExpired(key, now) &&
      scopes.some((scope) => key.scopes.has(scope)) &&
      listsOrigin(key.origins, origin),
  )
}

export function isExpired({ expiresAt }: ApiToken, now: number): boolean {
  return (expiresAt ?? Infinity) <= now
}
