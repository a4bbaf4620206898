import type { OperationContext } from '../../../platform/context.ts'
import { authorize } from '../../../platform/principal.ts'
import { type EndpointView, toEndpointView } from '../endpoint-view.ts'
import { findHeldEndpoint } from '../find-endpoint.ts'
import { removeEndpoint } from '../remove-endpoint.ts'

/** Deletes an event endpoint. What waits for it fails. Returns it as it was. @throws NotFound (NOT_FOUND) */
export function deleteEndpoint(ctx: OperationContext, { id }: { id: number }): Promise<EndpointView> {
  authorize(ctx.principal, 'brands:write')
  return ctx.db.write(async (trx) => {
    await ctx.db.lock(trx, `endpoint:${id}`)
    const endpoint = await findHeldEndpoint(trx, ctx.principal, id)
    await removeEndpoint(ctx, trx, endpoint)
    return toEndpointView(endpoint)
  })
}
