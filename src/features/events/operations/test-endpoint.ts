import type { OperationContext } from '../../../platform/context.ts'
import type { Cached } from '../../../platform/db/cached.ts'
import type { Outgoing } from '../../../platform/outgoing/client.ts'
import { authorize } from '../../../platform/principal.ts'
import type { Brands } from '../../brands/index.ts'
import { sendsNothing, sendTestEvent, type TestResult } from '../../deliveries/index.ts'
import { findHeldEndpoint } from '../find-endpoint.ts'

/**
 * Sends a test event now, once, signed as all others. Nothing is stored. Returns what came of it.
 * @throws NotFound (NOT_FOUND); Conflict where all of its brands are sandboxes
 */
export async function testEndpoint(
  ctx: OperationContext & { outgoing: Outgoing; brands: Cached<Brands> },
  { id }: { id: number },
): Promise<TestResult> {
  authorize(ctx.principal, 'brands:write')
  const { url, secret, previous_secret, brands } = await findHeldEndpoint(ctx.db.read, ctx.principal, id)
  const { byId } = await ctx.brands.getFresh()
  const brand = brands.find((one) => !byId.get(one.id)?.sandbox)
  if (!brand) throw sendsNothing(brands[0]!)
  return sendTestEvent(
    ctx,
    { url, secret, previousSecret: previous_secret ?? undefined },
    { id: 0, brand_id: brand.id, data: { endpoint: id } },
  )
}
