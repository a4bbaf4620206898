import { Type } from 'typebox'
import type { Query } from '../../../platform/http/query.ts'
import { fileAnswer } from '../../../platform/http/responses.ts'
import type { App } from '../../../platform/http/server.ts'
import { textStream } from '../../../platform/http/text-stream.ts'
import type { Guards } from '../../access/index.ts'
import { errors } from '../../warranty-api/index.ts'
import { streamWarranties } from '../operations/stream-warranties.ts'
import { ListQuery } from '../schemas.ts'
import { readListFilters } from './list-parameters.ts'
import { asCaller, COLLECTION, describeEndpoint, type RouteServices } from './request.ts'

const { hin: _, email: __, page: ___, limit: ____, cursor: _____, ...filters } = ListQuery.properties
const ExportQuery = Type.Object(filters)

/** Adds GET /api/v1/warranty/export. */
export function addExportWarranties(app: App, services: RouteServices, guards: Guards): void {
  app.get(
    `${COLLECTION}/export`,
    {
      onRequest: guards.requireUser('warranty:list'),
      schema: {
        ...describeEndpoint('exportWarranties', 'Download all warranties, a JSON record a line'),
        querystring: ExportQuery,
        response: {
          200: fileAnswer(
            'The full records (`Warranty`), the oldest of each brand first; the entries of the list (`ListedWarranty`) for a user without `warranty:read`',
            'application/x-ndjson',
          ),
          ...errors(400, 401, 403, 422, 429),
        },
      },
    },
    async (request, reply) => {
      const { params } = request.query as unknown as Query
      const wanted = readListFilters(params, Object.keys(filters))
      reply.type('application/x-ndjson; charset=utf-8')
      if (request.method === 'HEAD') return reply.send('' as never)
      return reply.send((await textStream(streamWarranties(asCaller(services, request), wanted))) as never)
    },
  )
}
