import type { AdminApi } from '../../admin-api/index.ts'
import { deleteEndpoint } from '../operations/delete-endpoint.ts'
import { EndpointRecord } from '../record.ts'

export function addDeleteEndpoint(api: AdminApi): void {
  api.add({
    method: 'DELETE',
    path: '/event-endpoints/:id',
    permission: 'brands:write',
    operationId: 'deleteEventEndpoint',
    tag: 'events',
    summary: 'Delete an event endpoint',
    answer: { description: 'The endpoint as it was', data: EndpointRecord },
    handle: ({ ctx, id }) => deleteEndpoint(ctx, { id }),
  })
}
