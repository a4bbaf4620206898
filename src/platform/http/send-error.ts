import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { systemClock } from '../clock.ts'
import type { ErrorFormats } from './error-formats.ts'
import { ERROR_STATUS } from './error-status.ts'
import { JSON_TYPE, NO_STORE, NOSNIFF } from './headers.ts'
import { brokenOff, toAppError } from './to-app-error.ts'

/** Sends any thrown error in the format of the path's interface. */
export function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { formats, log }: { formats: ErrorFormats; log: Logger },
) {
  const { complete, destroyed } = request.raw
  const shown = !complete && destroyed ? brokenOff() : toAppError(error, request.id, request.routeOptions)
  const status = ERROR_STATUS[shown.code]
  if (status >= 500 && !shown.quiet) {
    log.error({ err: shown.cause ?? shown, requestId: request.id, code: shown.code }, 'request failed')
  }
  const format = formats.of(request.url)
  // After a body that is too large Fastify closes the connection; instead, the rest of the body is read and dropped.
  reply.removeHeader('connection')
  // No hook has run yet for an unreadable URL. Without `no-store`, caches may keep a 404 or a 405.
  reply
    .status(status)
    .headers(shown.headers)
    .header('content-type', JSON_TYPE)
    .header('x-request-id', request.id)
    .header(...NOSNIFF)
    .header(...NO_STORE)
  if (status === 401) reply.header('www-authenticate', format.challenge(shown))
  if (shown.retryAfter !== undefined) {
    reply.header('retry-after', String(Math.max(1, Math.ceil(shown.retryAfter))))
  }
  return reply.send(JSON.stringify(format.render(shown, systemClock.now())))
}
