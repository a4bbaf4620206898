import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { systemClock } from '../clock.ts'
import { AppError } from '../errors.ts'
import type { ErrorFormat, ErrorFormats } from './error-formats.ts'
import { ERROR_STATUS } from './error-status.ts'
import { requestIdOf } from './headers.ts'
import type { IncomingBodies } from './incoming-bodies.ts'
import { tooSlow } from './to-app-error.ts'

/** Node's error for bytes that it can't parse as HTTP. */
interface ParserError extends Error {
  code?: string
  /** The packet, and how many of its bytes are valid HTTP. */
  rawPacket?: unknown
  bytesParsed?: number
}

/** The part of a broken packet that is searched for its request line, in bytes. */
const LINE_LIMIT = 8_192

/** Milliseconds after which a client is cut off if it doesn't close its end of a connection that we closed. */
const CUT_OFF_MS = 2_000

/**
 * Responds to bytes that never became a request or broke it off in its body: broken framing, headers that are too large
 * or too slow.
 */
export function sendParserError(
  error: ParserError,
  socket: Socket,
  { bodies, formats }: { bodies: IncomingBodies; formats: ErrorFormats },
): void {
  const request = bodies.on(socket)
  if (error.code === 'ECONNRESET' || !socket.writable || request?.answered) socket.destroy()
  else if (request?.sendNow) request.sendNow()
  else {
    const { id, url } = request ?? { id: idIn(error), url: targetIn(error.rawPacket) }
    sendErrorOnSocket(socket, errorFor(error.code), { id, format: formats.of(url) })
  }
}

/** Responds outside Fastify, and closes the connection. */
export function sendErrorOnSocket(
  socket: Duplex,
  error: AppError,
  { id, format }: { id: string; format: ErrorFormat },
): void {
  // node:http has released some of these connections: nothing else handles their errors or closes them.
  socket.on('error', () => undefined)
  const cutOff = setTimeout(() => socket.destroy(), CUT_OFF_MS).unref()
  socket.once('close', () => clearTimeout(cutOff))
  const body = JSON.stringify(format.render(error, systemClock.now()))
  const status = ERROR_STATUS[error.code]
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    `X-Request-Id: ${id}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

function errorFor(code: string | undefined): AppError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return tooSlow()
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new AppError('HEADERS_TOO_LARGE', 'The headers are larger than 64 KiB.')
  }
  return new AppError('BAD_REQUEST', 'The request is not valid HTTP.')
}

/** Returns the target of a broken request, or the part of it that arrived. */
function targetIn(packet: unknown): string {
  const start = Buffer.isBuffer(packet) ? packet.toString('latin1', 0, LINE_LIMIT) : ''
  return /^[A-Z-]+ (\S+)/.exec(start)?.[1] ?? ''
}

/** Returns the request id from a header before the error, or a new one. */
function idIn({ rawPacket, bytesParsed = 0 }: ParserError): string {
  const read = Buffer.isBuffer(rawPacket) ? rawPacket.toString('latin1', 0, bytesParsed) : ''
  // After an empty line comes a body or another request.
  const ids = read.includes('\r\n\r\n')
    ? []
    : [...read.matchAll(/\r\nx-request-id:[ \t]*(.*?)[ \t]*(?=\r\n)/gi)]
  return requestIdOf({ headers: { 'x-request-id': ids.map(([, id]) => id).join(', ') } })
}
