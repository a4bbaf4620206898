import type { AdminApi } from '../../admin-api/index.ts'
import { TestResultRecord } from '../../deliveries/index.ts'
import { testEndpoint } from '../operations/test-endpoint.ts'
import type { EndpointServices } from './services.ts'

export function addTestEndpoint(api: AdminApi, services: EndpointServices): void {
  api.add({
    method: 'POST',
    path: '/event-endpoints/:id/test',
    permission: 'brands:write',
    operationId: 'testEventEndpoint',
    tag: 'events',
    summary: 'Send a test event now, and return what came of it',
    // It waits for a receiver, which no transaction may.
    ignoresKey: true,
    answer: { description: 'What came of it', data: TestResultRecord },
    handle: ({ ctx, id }) => testEndpoint({ ...services, ...ctx }, { id }),
  })
}
