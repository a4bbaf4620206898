import type { AdminApi } from '../admin-api/index.ts'
import type { Deliveries } from '../deliveries/index.ts'
import type { EventServices } from './context.ts'
import { eventHandler } from './deliver-event.ts'
import { addChangeEndpointSecret } from './routes/change-endpoint-secret.ts'
import { addCreateEndpoint } from './routes/create-endpoint.ts'
import { addDeleteEndpoint } from './routes/delete-endpoint.ts'
import { addListEndpoints } from './routes/list-endpoints.ts'
import { addListEvents } from './routes/list-events.ts'
import { addReplayEvents } from './routes/replay-events.ts'
import type { EndpointServices } from './routes/services.ts'
import { addShowEndpoint } from './routes/show-endpoint.ts'
import { addShowEvent } from './routes/show-event.ts'
import { addTestEndpoint } from './routes/test-endpoint.ts'
import { addUpdateEndpoint } from './routes/update-endpoint.ts'

/** Registers what sends events to their endpoints: docs/decisions/0028-events.md. */
export function registerEventDelivery(ctx: EventServices & { deliveries: Deliveries }): void {
  ctx.deliveries.register('event', eventHandler(ctx))
}

/** Adds the feed and the endpoints of events to the administration. */
export function addEventRoutes(api: AdminApi, services: EndpointServices): void {
  addListEvents(api)
  addShowEvent(api)
  addListEndpoints(api)
  addShowEndpoint(api)
  addCreateEndpoint(api, services)
  addUpdateEndpoint(api, services)
  addDeleteEndpoint(api)
  addChangeEndpointSecret(api)
  addTestEndpoint(api, services)
  addReplayEvents(api, services)
}
