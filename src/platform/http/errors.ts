import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { systemClock } from '../clock.ts'
import { isUnavailable } from '../db/unavailable.ts'
import { AppError } from '../errors.ts'
import { errorFormatOf } from './error-formats.ts'
import { ERROR_STATUS } from './error-status.ts'
import { JSON_TYPE, NO_STORE, NOSNIFF, requestIdOf } from './headers.ts'

const RETRY_AFTER_S = 2

/** Whatever was thrown, as the error that the caller may see. Only our own texts come out of it. */
export function toAppError(error: unknown, requestId: string): AppError {
  if (error instanceof AppError) return error
  const { code, statusCode } = (error ?? {}) as Partial<FastifyError>
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return new AppError('BODY_TOO_LARGE', 'The body is larger than 1 MiB.')
  }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new AppError(
      'UNSUPPORTED_MEDIA_TYPE',
      'Send the body as JSON with Content-Type: application/json.',
    )
  }
  if (code === 'FST_ERR_BAD_URL') {
    return new AppError('BAD_REQUEST', 'The path is not valid percent-encoded UTF-8.')
  }
  if (code === 'FST_ERR_MAX_PARAM_LENGTH') return uriTooLong()
  if (String(code).startsWith('FST_') && statusCode && statusCode < 500) {
    return new AppError('BAD_REQUEST', 'The request is malformed.')
  }
  if (isUnavailable(error)) {
    return new AppError('UNAVAILABLE', 'The database cannot be used at the moment. Try again.', {
      retryAfter: RETRY_AFTER_S,
      cause: error,
    })
  }
  return new AppError(
    'INTERNAL_ERROR',
    `Something went wrong here. Quote request ${requestId} when you report it.`,
    {
      cause: error,
    },
  )
}

/** Nobody is there to read it: what the connection's end makes of the reading is no fault of ours to be logged. */
function brokenOff(): AppError {
  return new AppError('BAD_REQUEST', 'The request broke off.')
}

export function tooSlow(): AppError {
  return new AppError('REQUEST_TIMEOUT', 'The request took too long to arrive.')
}

export function uriTooLong(): AppError {
  return new AppError('URI_TOO_LONG', 'The URL is longer than 8,192 characters.')
}

/** Sends any error in the shape of the interface that the path belongs to. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply, log: Logger) {
  const { complete, destroyed } = request.raw
  const fault = !complete && destroyed ? brokenOff() : toAppError(error, request.id)
  const status = ERROR_STATUS[fault.code]
  if (status >= 500 && !fault.quiet) {
    log.error({ err: fault.cause ?? fault, requestId: request.id, code: fault.code }, 'request failed')
  }
  reply.status(status).headers(fault.headers).header('content-type', JSON_TYPE)
  // A URL that cannot be read is answered before any hook has run.
  // Caches may keep a 404 or a 405 by themselves otherwise.
  reply
    .header('x-request-id', request.id)
    .header(...NOSNIFF)
    .header(...NO_STORE)
  if (status === 401) reply.header('www-authenticate', errorFormatOf(request.url).challenge(fault))
  if (fault.retryAfter !== undefined)
    reply.header('retry-after', String(Math.max(1, Math.ceil(fault.retryAfter))))
  return reply.send(JSON.stringify(errorFormatOf(request.url).renderError(fault, systemClock.now())))
}

interface ParserFault extends Error {
  code?: string
  /** What was being read, and how many bytes of it are HTTP. */
  rawPacket?: unknown
  bytesParsed?: number
}

/** Bytes of a broken packet in which its request line is looked for. */
const LINE_LIMIT = 8_192

const PARSER_FAULTS: Record<string, AppError> = {
  HPE_HEADER_OVERFLOW: new AppError('HEADERS_TOO_LARGE', 'The headers are larger than 64 KiB.'),
  ERR_HTTP_REQUEST_TIMEOUT: tooSlow(),
}

/**
 * Answers what never became a request, or stopped being one in its body: broken framing, too large or too slow
 * headers. `begun` is the request whose body the fault is in.
 */
export function sendParserError(
  error: ParserFault,
  socket: Socket,
  begun: { id: string; url: string; answered: boolean } | undefined,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable || begun?.answered) {
    socket.destroy()
    return
  }
  const fault =
    PARSER_FAULTS[error.code ?? ''] ?? new AppError('BAD_REQUEST', 'The request is not valid HTTP.')
  sendErrorOnSocket(socket, fault, begun ?? { id: idIn(error), url: targetIn(error.rawPacket) })
}

/** What a broken request asked for, or as much of it as there is. */
function targetIn(packet: unknown): string {
  const start = Buffer.isBuffer(packet) ? packet.toString('latin1', 0, LINE_LIMIT) : ''
  return /^[A-Z-]+ (\S+)/.exec(start)?.[1] ?? ''
}

/** The id that a broken request gave itself in a header before the fault, or a new one. */
function idIn({ rawPacket, bytesParsed = 0 }: ParserFault): string {
  const read = Buffer.isBuffer(rawPacket) ? rawPacket.toString('latin1', 0, bytesParsed) : ''
  // Behind a blank line another request begins, or a body.
  const ids = read.includes('\r\n\r\n')
    ? []
    : [...read.matchAll(/\r\nx-request-id:[ \t]*(.*?)[ \t]*(?=\r\n)/gi)]
  return requestIdOf({ headers: { 'x-request-id': ids.map(([, id]) => id).join(', ') } })
}

/** A client that does not close its end of a connection which we have ended is cut off after this. */
const CUT_OFF_MS = 2_000

/** Answers what is no request to Fastify, in the shape of the interface that `url` belongs to, and ends the connection. */
export function sendErrorOnSocket(
  socket: Duplex,
  fault: AppError,
  { id, url }: { id: string; url: string },
): void {
  // Of some of these connections node:http has let go: nobody else hears their errors or ends them.
  socket.on('error', () => undefined)
  const cutOff = setTimeout(() => socket.destroy(), CUT_OFF_MS).unref()
  socket.once('close', () => clearTimeout(cutOff))
  const body = JSON.stringify(errorFormatOf(url).renderError(fault, systemClock.now()))
  const status = ERROR_STATUS[fault.code]
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nX-Request-Id: ${id}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}
