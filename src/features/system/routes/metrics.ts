import type { FastifyRequest } from 'fastify'
import type { App } from '../../../platform/http/server.ts'

export interface MetricsSource {
  contentType: string
  render(): Promise<string>
}

/** Adds `GET /metrics`. `requireAccess` throws for callers who may not see them. */
export function addMetricsRoute(
  app: App,
  metrics: MetricsSource,
  requireAccess: (request: FastifyRequest) => void,
): void {
  app.get('/metrics', async (request, reply) => {
    requireAccess(request)
    return reply.type(metrics.contentType).send(await metrics.render())
  })
}
