import type { AdminApi } from '../../admin-api/index.ts'
import { showEndpoint } from '../operations/show-endpoint.ts'
import { EndpointRecord } from '../record.ts'

export function addShowEndpoint(api: AdminApi): void {
  api.add({
    method: 'GET',
    path: '/event-endpoints/:id',
    permission: 'brands:read',
    operationId: 'showEventEndpoint',
    tag: 'events',
    summary: 'Show an event endpoint',
    answer: { description: 'The endpoint', data: EndpointRecord, versioned: true },
    handle: ({ ctx, id }) => showEndpoint(ctx, { id }),
  })
}
