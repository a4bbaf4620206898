import { Type } from 'typebox'
import { ListQuery } from '../../../platform/paging.ts'
import type { AdminApi } from '../../admin-api/index.ts'
import { listEndpoints } from '../operations/list-endpoints.ts'
import { EndpointRecord } from '../record.ts'

export function addListEndpoints(api: AdminApi): void {
  api.add({
    method: 'GET',
    path: '/event-endpoints',
    permission: 'brands:read',
    operationId: 'listEventEndpoints',
    tag: 'events',
    summary: 'List event endpoints',
    query: ListQuery({ brand: Type.Optional(Type.String({ description: 'Slug or id' })) }),
    answer: { description: 'A page of endpoints', data: EndpointRecord, list: true },
    handle: ({ ctx, query }) => listEndpoints(ctx, query),
  })
}
