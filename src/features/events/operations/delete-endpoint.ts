import type { OperationContext } from '../../../platform/context.ts'
import { authorize } from '../../../platform/principal.ts'
import { NO_FIELDS } from '../../audit/index.ts'
import { auditEndpoint } from '../audit-endpoint.ts'
import { type EndpointView, toEndpointView } from '../endpoint-view.ts'
import { findHeldEndpoint } from '../find-endpoint.ts'
import { deleteEndpoint as remove } from '../queries/endpoint-queries.ts'

/** Deletes an event endpoint. What waits for it fails. Returns it as it was. @throws NotFound (NOT_FOUND) */
export function deleteEndpoint(ctx: OperationContext, { id }: { id: number }): Promise<EndpointView> {
  authorize(ctx.principal, 'brands:write')
  return ctx.db.write(async (trx) => {
    await ctx.db.lock(trx, `endpoint:${id}`)
    const endpoint = await findHeldEndpoint(trx, ctx.principal, id)
    await remove(trx, id)
    await auditEndpoint(ctx, trx, 'endpoint.deleted', { endpoint, change: NO_FIELDS })
    return toEndpointView(endpoint)
  })
}
