import { Type } from 'typebox'
import { answer, plainErrors } from '../../../platform/http/responses.ts'
import type { App } from '../../../platform/http/server.ts'
import { Named } from '../../../platform/output-schemas.ts'

/** Returns whether the process can do its work now, and what is missing otherwise. */
export type Readiness = () => Promise<{ ready: boolean; reason?: string }>

const Status = Named(
  'ProcessStatus',
  Type.Object({ status: Type.String(), reason: Type.Optional(Type.String()) }),
)

/** Adds `GET /livez` and `GET /readyz`. */
export function addHealthRoutes(app: App, readiness: Readiness): void {
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
        summary: 'Whether the database responds and migrations are done',
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
}
