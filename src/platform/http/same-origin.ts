import type { FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'

/** Where a browser says that a request comes from: a page of this server, another site, or nothing about it. */
type Sender = 'own' | 'other' | 'unknown'

/**
 * Returns which page sent a request. `Sec-Fetch-Site` decides, because no page can set it, and it is right behind a
 * proxy that changes `Host`. Browsers leave it out over plain HTTP: then `Origin` decides.
 * @param publicUrl this server's address for browsers, beside the request's own scheme and host
 */
export function senderOf(request: FastifyRequest, publicUrl: string | undefined): Sender {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (site === 'same-origin') return 'own'
  // `none` is a person's own doing, such as an address that was typed.
  if (site !== undefined && site !== 'none') return 'other'
  if (origin === undefined) return 'unknown'
  const page = toOrigin(origin)
  const own = [`${request.protocol}://${request.host}`, publicUrl].map(toOrigin)
  return page !== undefined && own.includes(page) ? 'own' : 'other'
}

export function crossOrigin(): AppError {
  return new AppError('CROSS_ORIGIN', 'Only pages of this server may send this request.')
}

/** Without the scheme's usual port, as browsers write it. */
function toOrigin(url: string | undefined): string | undefined {
  return url !== undefined && URL.canParse(url) ? new URL(url).origin : undefined
}
