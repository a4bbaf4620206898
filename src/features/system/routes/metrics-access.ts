import { createHash, timingSafeEqual } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import { AppError } from '../../../platform/errors.ts'

interface Asking {
  /** Names in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** The caller's address, as far as trusted proxies tell it. */
  ip: string
  /** Behind trusted proxies: the address of the connection, then what each of them tells, the caller's last. */
  ips?: string[] | undefined
}

const OWN_NETWORK = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal'])

/**
 * Checks who asks for metrics: with a token, whoever bears it; without one, only callers in the same network who do
 * not come through a proxy that we know nothing of. Throws ENDPOINT_NOT_PERMITTED.
 */
export function createMetricsAccess(options: { token: string | undefined }) {
  const expected = options.token && digest(`Bearer ${options.token}`)

  return (asking: Asking): void => {
    const { headers, ip } = asking
    if (expected) {
      if (timingSafeEqual(digest(headers.authorization?.toString() ?? ''), expected)) return
      throw new AppError('ENDPOINT_NOT_PERMITTED', 'Send the METRICS_TOKEN: Authorization: Bearer <token>.')
    }
    if (isOwnNetwork(ip) && !isPassedOn(asking)) return
    throw new AppError(
      'ENDPOINT_NOT_PERMITTED',
      'Metrics are for callers in the same network. For others, set METRICS_TOKEN.',
    )
  }
}

/** What proxies say of those whose requests they pass on, beside X-Forwarded-For. */
const PASSED_ON = ['forwarded', 'via', 'x-real-ip', 'x-forwarded-host', 'x-forwarded-proto']

/** Whether somebody has passed the request on who is no trusted proxy. */
function isPassedOn({ headers, ips = [] }: Asking): boolean {
  const trusted = Math.max(ips.length - 1, 0)
  const told = headers['x-forwarded-for']?.toString().split(',').length ?? 0
  return told > trusted || (trusted === 0 && PASSED_ON.some((name) => headers[name] !== undefined))
}

function isOwnNetwork(ip: string): boolean {
  return ipaddr.isValid(ip) && OWN_NETWORK.has(ipaddr.process(ip).range())
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
