import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'

/**
 * Logs a line for each response: the route, never the path or query, which name boats and people; the caller's id, never
 * the address.
 */
export function logRequests(
  app: FastifyInstance,
  log: Logger,
  callerOf: (request: FastifyRequest) => string | undefined,
): void {
  app.addHook('onResponse', (request, reply, done) => {
    log.info(
      {
        requestId: request.id,
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        caller: callerOf(request),
      },
      'request',
    )
    done()
  })
}
