import { Type } from 'typebox'
import type { OperationContext } from '../../../platform/context.ts'
import { Conflict, NotFound } from '../../../platform/errors.ts'
import { GivenId } from '../../../platform/input-schemas.ts'
import { authorize, holdsBrand } from '../../../platform/principal.ts'
import { parse } from '../../../platform/schema-issues.ts'
import { type DeliveryView, viewDelivery } from '../delivery-view.ts'
import { findDelivery } from '../queries/list-queries.ts'
import { type RetryContext, requeueAudited } from './retry-deliveries.ts'

const Input = Type.Object({ id: GivenId }, { additionalProperties: false })

/**
 * Makes a delivery due now, with its complete schedule. Returns it.
 * @throws Forbidden, NotFound, Invalid; Conflict if it is delivered or being sent
 */
export async function retryDelivery(ctx: RetryContext, input: { id: number }): Promise<DeliveryView> {
  authorize(ctx.principal, 'deliveries:retry')
  const { id } = parse(Input, input)
  const row = await ctx.db.write(async (trx) => {
    await requireDelivery(ctx, trx, id)
    const [requeued] = await requeueAudited(ctx, trx, [id])
    const delivery = await requireDelivery(ctx, trx, id)
    if (requeued) return delivery
    const { status } = delivery
    const reason = status === 'delivered' ? 'has already been delivered' : 'is being sent'
    throw new Conflict('CONFLICT', `Delivery ${id} ${reason}.`)
  })
  await ctx.deliveries.wakeAll()
  return viewDelivery(row)
}

async function requireDelivery(
  { principal }: OperationContext,
  reader: Parameters<typeof findDelivery>[0],
  id: number,
) {
  const row = await findDelivery(reader, id)
  if (row && holdsBrand(principal, row.brand_id)) return row
  throw new NotFound('NOT_FOUND', `There is no delivery ${id}.`)
}
