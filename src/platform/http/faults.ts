import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { systemClock } from '../clock.ts'
import { isUnavailable } from '../db/unavailable.ts'
import { AppError, ERROR_STATUS } from '../errors.ts'
import { shapeOf } from './shapes.ts'

const RETRY_AFTER_S = 2

/** Whatever was thrown, as the error that the caller may see. Only our own texts come out of it. */
function toAppError(error: unknown, requestId: string): AppError {
  if (error instanceof AppError) return error
  const { code, statusCode } = error as FastifyError
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
  if (code?.startsWith('FST_') && statusCode && statusCode < 500) {
    return new AppError('BAD_REQUEST', 'The request is malformed.')
  }
  if (isUnavailable(error)) {
    return new AppError('UNAVAILABLE', 'The database cannot be reached at the moment. Try again.', {
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

export function uriTooLong(): AppError {
  return new AppError('URI_TOO_LONG', 'The URL is longer than 8,192 characters.')
}

/** Sends any error in the shape of the interface that the path belongs to. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply, log: Logger) {
  const fault = toAppError(error, request.id)
  const status = ERROR_STATUS[fault.code]
  if (status >= 500) {
    log.error({ err: fault.cause ?? fault, requestId: request.id, code: fault.code }, 'request failed')
  }
  reply.status(status).headers(fault.headers).header('content-type', 'application/json; charset=utf-8')
  if (status === 401 && !reply.hasHeader('www-authenticate'))
    reply.header('www-authenticate', challenge(fault, request.url))
  if (fault.retryAfter !== undefined)
    reply.header('retry-after', String(Math.max(1, Math.ceil(fault.retryAfter))))
  return reply.send(JSON.stringify(shapeOf(request.url).renderError(fault, systemClock.now())))
}

/** RFC 6750 section 3: without a token no error is named; with a bad one it is `invalid_token`. */
function challenge(fault: AppError, url: string): string {
  if (!url.startsWith('/api/v1')) return 'X-API-Token'
  const named = fault.code === 'INVALID_TOKEN' || fault.code === 'TOKEN_EXPIRED'
  return named ? `Bearer error="invalid_token", error_description="${fault.message}"` : 'Bearer'
}

const PARSER_FAULTS: Record<string, AppError> = {
  HPE_HEADER_OVERFLOW: new AppError('HEADERS_TOO_LARGE', 'The headers are larger than 64 KiB.'),
  ERR_HTTP_REQUEST_TIMEOUT: new AppError('REQUEST_TIMEOUT', 'The request took too long to arrive.'),
}

/** Answers what never became a request: broken framing, too large or too slow headers. */
export function answerParserFault(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const fault =
    PARSER_FAULTS[error.code ?? ''] ?? new AppError('BAD_REQUEST', 'The request is not valid HTTP.')
  // Which path was asked for is unknown here.
  const body = JSON.stringify(shapeOf('').renderError(fault, 0))
  const status = ERROR_STATUS[fault.code]
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}
