import type { AdminApi } from '../../admin-api/index.ts'
import { updateEndpoint } from '../operations/update-endpoint.ts'
import { EndpointRecord } from '../record.ts'
import { EndpointChanges } from '../schemas.ts'
import type { EndpointServices } from './services.ts'

export function addUpdateEndpoint(api: AdminApi, services: EndpointServices): void {
  api.add({
    method: 'PATCH',
    path: '/event-endpoints/:id',
    permission: 'brands:write',
    operationId: 'updateEventEndpoint',
    tag: 'events',
    summary: 'Change an event endpoint; omitted fields keep their values',
    body: EndpointChanges,
    answer: { description: 'The endpoint', data: EndpointRecord, versioned: true },
    handle: ({ ctx, id, body, expected }) =>
      updateEndpoint({ ...services, ...ctx }, { id, changes: body, expected }),
  })
}
