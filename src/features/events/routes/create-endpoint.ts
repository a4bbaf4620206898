import type { AdminApi } from '../../admin-api/index.ts'
import { createEndpoint } from '../operations/create-endpoint.ts'
import { EndpointWithSecret } from '../record.ts'
import { NewEndpoint } from '../schemas.ts'
import type { EndpointServices } from './services.ts'

export function addCreateEndpoint(api: AdminApi, services: EndpointServices): void {
  api.add({
    method: 'POST',
    path: '/event-endpoints',
    permission: 'brands:write',
    operationId: 'createEventEndpoint',
    tag: 'events',
    summary: 'Create an event endpoint; its secret is shown once',
    body: NewEndpoint,
    answer: {
      status: 201,
      description: 'The new endpoint, with its secret',
      data: EndpointWithSecret,
      once: ['secret'],
    },
    handle: ({ ctx, body }) => createEndpoint({ ...services, ...ctx }, body),
  })
}
