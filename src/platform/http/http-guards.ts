import type { IncomingMessage } from 'node:http'
import { AppError } from '../errors.ts'

/** The valid characters of a URL. */
export const URL_LIMIT = 8_192

/** Returns BAD_REQUEST unless there is exactly one Host, as HTTP/1.1 requires (RFC 9112 section 3.2). */
export function hostError({ rawHeaders, httpVersion }: IncomingMessage): AppError | undefined {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  const wrong = hosts > 1 || (hosts === 0 && httpVersion === '1.1')
  return wrong ? new AppError('BAD_REQUEST', 'Send exactly one Host header.') : undefined
}

/** Returns BAD_REQUEST for codings other than chunked (RFC 9112 section 6.1): Node reads the last one only. */
export function transferCodingError({ headers }: IncomingMessage): AppError | undefined {
  const coding = headers['transfer-encoding']
  if (coding === undefined || coding.trim().toLowerCase() === 'chunked') return undefined
  return new AppError('BAD_REQUEST', 'The only supported Transfer-Encoding is chunked.')
}
