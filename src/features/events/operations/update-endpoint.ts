import { authorize } from '../../../platform/principal.ts'
import { parse } from '../../../platform/schema-issues.ts'
import { checkVersion, type Expected } from '../../../platform/version.ts'
import { findHeldBrandIds } from '../../brands/index.ts'
import type { EndpointContext } from '../context.ts'
import { type EndpointView, toEndpointView } from '../endpoint-view.ts'
import { findHeldEndpoint } from '../find-endpoint.ts'
import { requireTarget, saveEndpoint } from '../save-endpoint.ts'
import { EndpointChanges } from '../schemas.ts'

interface EndpointChange {
  id: number
  /** Omitted fields keep their values. */
  changes: EndpointChanges
  expected?: Expected
}

/**
 * Changes an event endpoint.
 * @throws NotFound (NOT_FOUND)
 * @throws Invalid (VALIDATION_ERROR)
 * @throws Forbidden (BRAND_NOT_PERMITTED) for a brand that the principal doesn't hold
 * @throws Outdated (PRECONDITION_FAILED)
 */
export function updateEndpoint(
  ctx: EndpointContext,
  { id, changes: input, expected }: EndpointChange,
): Promise<EndpointView> {
  authorize(ctx.principal, 'brands:write')
  const { brands, ...fields } = parse(EndpointChanges, input)
  requireTarget(fields.url, ctx.targets)
  return ctx.db.write(async (trx) => {
    await ctx.db.lock(trx, `endpoint:${id}`)
    const stored = await findHeldEndpoint(trx, ctx.principal, id)
    checkVersion(expected, toEndpointView(stored))
    const brandIds = await findHeldBrandIds(trx, ctx.principal, { field: 'brands', references: brands })
    const { endpoint } = await saveEndpoint(ctx, trx, { ...fields, id, brandIds })
    return toEndpointView(endpoint)
  })
}
