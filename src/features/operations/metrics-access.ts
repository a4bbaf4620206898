import { createHash, timingSafeEqual } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import { AppError } from '../../platform/errors.ts'

interface Asking {
  /** Names in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** The caller's address, as far as trusted proxies tell it. */
  ip: string
}

const OWN_NETWORK = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal'])

/**
 * Checks who asks for metrics: with a token, whoever bears it; without one, only callers in the same network who do
 * not come through a proxy that we know nothing of. Throws ENDPOINT_NOT_PERMITTED.
 */
export function createMetricsAccess(options: { token: string | undefined; behindProxies: boolean }) {
  const expected = options.token && digest(`Bearer ${options.token}`)

  return ({ headers, ip }: Asking): void => {
    if (expected) {
      if (timingSafeEqual(digest(headers.authorization?.toString() ?? ''), expected)) return
      throw new AppError('ENDPOINT_NOT_PERMITTED', 'Send the METRICS_TOKEN: Authorization: Bearer <token>.')
    }
    const passedOn = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined
    if (isOwnNetwork(ip) && (options.behindProxies || !passedOn)) return
    throw new AppError(
      'ENDPOINT_NOT_PERMITTED',
      'Metrics are for callers in the same network. For others, set METRICS_TOKEN.',
    )
  }
}

function isOwnNetwork(ip: string): boolean {
  return ipaddr.isValid(ip) && OWN_NETWORK.has(ipaddr.process(ip).range())
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
