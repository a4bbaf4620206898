import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Type } from 'typebox'
import type { Metrics } from '../../../observability/http-metrics.ts'
import { addHeaders, JSON_TYPE, NO_STORE } from '../../../platform/http/headers.ts'
import { answer, plainErrors } from '../../../platform/http/responses.ts'
import type { App } from '../../../platform/http/server.ts'
import { DOCS_HEADERS, renderDocs } from '../docs.ts'
import type { createMetricsAccess } from './metrics-access.ts'

const OPENAPI = join(import.meta.dirname, '../../../../openapi.json')

interface OperationsOptions {
  metrics: Metrics
  requireMetricsAccess: ReturnType<typeof createMetricsAccess>
  /** Whether the process can do its work now; says what is missing otherwise. */
  readiness(): Promise<{ ready: boolean; reason?: string }>
}

/** Adds what operators and developers look at: liveness, readiness, metrics, the interface's description. */
export function addOperationsRoutes(app: App, options: OperationsOptions): void {
  const { metrics, readiness, requireMetricsAccess } = options
  addHeaders(app as never, NO_STORE)
  // Read and rendered when somebody first asks, and then kept.
  let description: Buffer | undefined
  let page: string | undefined
  const describe = () => (description ??= readFileSync(OPENAPI))
  const Status = Type.Object({ status: Type.String(), reason: Type.Optional(Type.String()) })

  app.get(
    '/livez',
    {
      schema: {
        operationId: 'isAlive',
        tags: ['operations'],
        summary: 'Whether the process runs',
        response: { ...plainErrors(), 200: answer('It runs', Status) },
      },
    },
    async () => ({ status: 'ok' }),
  )

  app.get(
    '/readyz',
    {
      schema: {
        operationId: 'isReady',
        tags: ['operations'],
        summary: 'Whether the database answers and migrations are done',
        response: {
          ...plainErrors(),
          200: answer('It is ready', Status),
          503: answer('It is not ready; `reason` says what is missing', Status),
        },
      },
    },
    async (_request, reply) => {
      const { ready, reason } = await readiness()
      if (ready) return { status: 'ready' }
      return reply.status(503).send({ status: 'not ready', reason })
    },
  )

  app.get('/metrics', async (request, reply) => {
    requireMetricsAccess(request)
    return reply.type(metrics.contentType).send(await metrics.render())
  })

  app.get('/openapi.json', async (_request, reply) => {
    return reply.type(JSON_TYPE).send(describe())
  })

  app.get('/docs', async (_request, reply) => {
    page ??= renderDocs(JSON.parse(describe().toString()))
    return reply.type('text/html; charset=utf-8').headers(DOCS_HEADERS).send(page)
  })
}
