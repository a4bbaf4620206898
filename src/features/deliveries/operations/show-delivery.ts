import { Type } from 'typebox'
import type { OperationContext } from '../../../platform/context.ts'
import { NotFound } from '../../../platform/errors.ts'
import { GivenId } from '../../../platform/input-schemas.ts'
import { authorize, holdsBrand } from '../../../platform/principal.ts'
import { parse } from '../../../platform/schema-issues.ts'
import { type DeliveryWithAttempts, viewWithAttempts } from '../delivery-view.ts'
import { findDelivery } from '../queries/list-queries.ts'
import { findAttempts } from '../queries/queue-key-queries.ts'

const Input = Type.Object({ id: GivenId }, { additionalProperties: false })

/**
 * Returns a delivery with all its attempts, the first one first.
 * @throws Forbidden, NotFound, Invalid
 */
export async function showDelivery(
  { db, principal }: OperationContext,
  input: { id: number },
): Promise<DeliveryWithAttempts> {
  authorize(principal, 'deliveries:read')
  const { id } = parse(Input, input)
  return db.snapshot(async (reader) => {
    const delivery = await findDelivery(reader, id)
    if (!delivery || !holdsBrand(principal, delivery.brand_id)) {
      throw new NotFound('NOT_FOUND', `There is no delivery ${id}.`)
    }
    return viewWithAttempts(delivery, await findAttempts(reader, [id]))
  })
}
