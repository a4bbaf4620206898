import type { AdminApi } from '../../admin-api/index.ts'
import { changeEndpointSecret } from '../operations/change-endpoint-secret.ts'
import { EndpointWithSecret } from '../record.ts'
import { EndpointSecretChange } from '../schemas.ts'

export function addChangeEndpointSecret(api: AdminApi): void {
  api.add({
    method: 'POST',
    path: '/event-endpoints/:id/secrets',
    permission: 'brands:write',
    operationId: 'changeEventEndpointSecret',
    tag: 'events',
    summary: 'Generate the secret that signs events, or drop the previous one',
    body: EndpointSecretChange,
    answer: {
      description: 'The endpoint, with a new secret once',
      data: EndpointWithSecret,
      once: ['secret'],
    },
    handle: ({ ctx, id, body }) => changeEndpointSecret(ctx, { id, ...body }),
  })
}
