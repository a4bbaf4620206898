import { Type } from 'typebox'
import type { Query } from '../../../platform/http/query.ts'
import type { App } from '../../../platform/http/server.ts'
import type { Guards } from '../../access/index.ts'
import { envelope, errors, success } from '../../warranty-api/index.ts'
import { listWarranties, type Pagination } from '../operations/list-warranties.ts'
import { ListedWarranty, ListMeta } from '../response-schemas.ts'
import { ListQuery } from '../schemas.ts'
import { readListFilters } from './list-parameters.ts'
import { asCaller, COLLECTION, describeEndpoint, type RouteServices } from './request.ts'

export function addListWarranties(app: App, services: RouteServices, guards: Guards): void {
  app.get(
    COLLECTION,
    {
      onRequest: guards.requireUser('warranty:list'),
      schema: {
        ...describeEndpoint('listWarranties', 'List warranties, newest first'),
        querystring: ListQuery,
        response: {
          200: envelope('A page of warranties', Type.Array(ListedWarranty), ListMeta),
          ...errors(400, 401, 403, 422, 429),
        },
      },
    },
    async (request, reply) => {
      const { params } = request.query as unknown as Query
      const { warranties, pagination } = await listWarranties(
        asCaller(services, request),
        readListFilters(params),
      )
      reply.header('link', pageLinks(params, pagination))
      return success(warranties, services.clock.now(), 200, { pagination })
    },
  )
}

/** Returns the `Link` header (RFC 8288) of a page: the same request with another `page` or `cursor`. */
function pageLinks(params: Readonly<Record<string, string>>, pagination: Pagination): string {
  const { page, total_pages, next_cursor } = pagination
  const link = (rel: string, change: Record<string, string>) => {
    const { page: _page, cursor: _cursor, ...kept } = params
    return `<${COLLECTION}?${new URLSearchParams({ ...kept, ...change })}>; rel="${rel}"`
  }
  if (page === null) {
    return [link('first', {}), ...(next_cursor ? [link('next', { cursor: next_cursor })] : [])].join(', ')
  }
  const last = Math.max(1, total_pages)
  return [
    link('first', { page: '1' }),
    ...(page > 1 ? [link('prev', { page: String(Math.min(page - 1, last)) })] : []),
    ...(next_cursor ? [link('next', { page: String(page + 1) })] : []),
    link('last', { page: String(last) }),
  ].join(', ')
}
