import type { OperationContext } from '../../../platform/context.ts'
import { authorize } from '../../../platform/principal.ts'
import { type EndpointView, toEndpointView } from '../endpoint-view.ts'
import { findHeldEndpoint } from '../find-endpoint.ts'

/** Returns an event endpoint without its secrets. @throws NotFound (NOT_FOUND) */
export async function showEndpoint(ctx: OperationContext, { id }: { id: number }): Promise<EndpointView> {
  authorize(ctx.principal, 'brands:read')
  return toEndpointView(await findHeldEndpoint(ctx.db.read, ctx.principal, id))
}
