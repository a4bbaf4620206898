import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'

/**
 * Logs a line for each request when it is answered: its route, never its path or query, which name boats and people;
 * who called, by number, never from where.
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
