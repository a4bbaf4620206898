import type { OperationContext } from '../../../platform/context.ts'
import type { Outgoing } from '../../../platform/outgoing/client.ts'
import { authorize } from '../../../platform/principal.ts'
import { sendTestEvent, type TestResult } from '../../deliveries/index.ts'
import { findHeldEndpoint } from '../find-endpoint.ts'

/**
 * Sends a test event now, once, signed as all others. Nothing is stored. Returns what came of it.
 * @throws NotFound (NOT_FOUND)
 */
export async function testEndpoint(
  ctx: OperationContext & { outgoing: Outgoing },
  { id }: { id: number },
): Promise<TestResult> {
  authorize(ctx.principal, 'brands:write')
  const { url, secret, previous_secret, brands } = await findHeldEndpoint(ctx.db.read, ctx.principal, id)
  return sendTestEvent(
    ctx,
    { url, secret, previousSecret: previous_secret ?? undefined },
    { id: 0, brand_id: brands[0]!.id, data: { endpoint: id } },
  )
}
