import type { TObject } from 'typebox'
import type { Query } from '../../platform/http/query.ts'
import { fileAnswer } from '../../platform/http/responses.ts'
import type { App } from '../../platform/http/server.ts'
import type { AdminApi, Call, FileEndpoint } from './endpoint.ts'
import { errors, PREFIX } from './envelope.ts'
import { NO_QUERY, readQuery } from './query.ts'
import { idOf, paramsSchema, SECURITY } from './request.ts'

/** Adds a GET whose response is a file or a stream. */
export function addFile<Q extends TObject>(
  app: App,
  { db, clock, admit }: Pick<Call<Q, never>['ctx'], 'db' | 'clock'> & Pick<AdminApi, 'admit'>,
  endpoint: FileEndpoint<Q>,
): void {
  const { path, query = NO_QUERY, answer } = endpoint
  app.route({
    method: 'GET',
    url: `${PREFIX}${path}`,
    ...(endpoint.withoutHead && { exposeHeadRoute: false }),
    onRequest: admit(endpoint.permission),
    schema: {
      operationId: endpoint.operationId,
      tags: [endpoint.tag],
      summary: endpoint.summary,
      security: SECURITY,
      ...paramsSchema(path),
      querystring: query,
      response: {
        200: fileAnswer(answer.description, ...answer.types),
        ...errors(
          400,
          401,
          403,
          422,
          429,
          ...(path.includes(':') ? ([404] as const) : []),
          ...(endpoint.errors ?? []),
        ),
      },
    },
    handler: async (request, reply) =>
      endpoint.send({
        ctx: { db, clock, principal: request.principal! },
        id: idOf(request),
        query: readQuery(query, (request.query as Query).params) as never,
        reply,
      }),
  })
}
