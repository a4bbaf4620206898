import { createHash, timingSafeEqual } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import { AppError } from '../../platform/errors.ts'

interface Caller {
  /** Names in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** The caller's address, as trusted proxies report it. */
  ip: string
  /** Behind trusted proxies: the address of the connection, then what each proxy reports; the caller's comes last. */
  ips?: string[] | undefined
}

const OWN_NETWORK = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal'])

/**
 * Returns a check of who may read metrics. With a token: callers that bear it. Without one: callers in the same network
 * that do not come through an unknown proxy. The check throws ENDPOINT_NOT_PERMITTED.
 */
export function createMetricsAccess(options: { token: string | undefined }) {
  const expected = options.token && digest(`Bearer ${options.token}`)

  return (caller: Caller): void => {
    const { headers, ip } = caller
    if (expected) {
      if (timingSafeEqual(digest(headers.authorization?.toString() ?? ''), expected)) return
      throw new AppError('ENDPOINT_NOT_PERMITTED', 'Send the METRICS_TOKEN: Authorization: Bearer <token>.')
    }
    if (isOwnNetwork(ip) && !isForwarded(caller)) return
    throw new AppError(
      'ENDPOINT_NOT_PERMITTED',
      'Metrics are for callers in the same network. For others, set METRICS_TOKEN.',
    )
  }
}

/** Headers that proxies add to requests which they pass on, beside X-Forwarded-For. */
const PROXY_HEADERS = ['forwarded', 'via', 'x-real-ip', 'x-forwarded-host', 'x-forwarded-proto']

/** Returns whether the request came through a proxy that is not trusted. */
function isForwarded({ headers, ips = [] }: Caller): boolean {
  const trusted = Math.max(ips.length - 1, 0)
  const reported = headers['x-forwarded-for']?.toString().split(',').length ?? 0
  return reported > trusted || (trusted === 0 && PROXY_HEADERS.some((name) => headers[name] !== undefined))
}

function isOwnNetwork(ip: string): boolean {
  return ipaddr.isValid(ip) && OWN_NETWORK.has(ipaddr.process(ip).range())
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
