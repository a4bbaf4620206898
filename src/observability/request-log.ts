import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'

/**
 * Logs a line for each response. It has the route, because path and query name boats and people, and the caller's id
 * instead of the address.
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
