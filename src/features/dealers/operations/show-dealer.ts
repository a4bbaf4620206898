import type { OperationContext } from '../../../platform/context.ts'
import { authorize } from '../../../platform/principal.ts'
import { type DealerView, viewDealer } from '../records/dealer-view.ts'
import { findDealer } from '../records/find-dealer.ts'

/**
 * Returns the principal's dealer with this code, id or exact name.
 * @throws NotFound (NOT_FOUND)
 * @throws Invalid (VALIDATION_ERROR) where several dealers have the name
 */
export async function showDealer(ctx: OperationContext, reference: string): Promise<DealerView> {
  authorize(ctx.principal, 'dealers:read')
  const { id } = await findDealer(ctx.db.read, ctx.principal, reference)
  return viewDealer(ctx.db.read, ctx.principal, id)
}
