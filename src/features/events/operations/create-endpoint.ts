import { authorize } from '../../../platform/principal.ts'
import { parse } from '../../../platform/schema-issues.ts'
import { findHeldBrandIds } from '../../brands/index.ts'
import type { EndpointContext } from '../context.ts'
import { type EndpointView, toEndpointView } from '../endpoint-view.ts'
import { requireTarget, saveEndpoint } from '../save-endpoint.ts'
import { NewEndpoint } from '../schemas.ts'

/**
 * Creates an event endpoint. Returns it with its secret, which is not shown again.
 * @throws Invalid (VALIDATION_ERROR)
 * @throws Forbidden (BRAND_NOT_PERMITTED) for a brand that the principal doesn't hold
 */
export function createEndpoint(
  ctx: EndpointContext,
  input: NewEndpoint,
): Promise<EndpointView & { secret?: string }> {
  authorize(ctx.principal, 'brands:write')
  const { brands, ...fields } = parse(NewEndpoint, input)
  requireTarget(fields.url, ctx.targets)
  return ctx.db.write(async (trx) => {
    const brandIds = await findHeldBrandIds(trx, ctx.principal, { field: 'brands', references: brands })
    const { endpoint, secret } = await saveEndpoint(ctx, trx, { ...fields, brandIds })
    return { ...toEndpointView(endpoint), ...(secret && { secret }) }
  })
}
