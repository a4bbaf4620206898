import { toUtcDate } from '../../../platform/clock.ts'
import { authorize } from '../../../platform/principal.ts'
import type { WarrantyContext } from '../context.ts'
import { type AdminWarranty, toAdminRecord } from '../records/record.ts'
import { selectWarranty } from '../records/select-warranty.ts'

/** Returns the record of the warranty with this id. @throws Forbidden; NotFound (NOT_FOUND) */
export async function readWarranty(ctx: WarrantyContext, id: number): Promise<AdminWarranty> {
  authorize(ctx.principal, 'warranty:read')
  return readWarrantyUnchecked(ctx, id)
}

/** Does the same for a caller who may change the warranty. */
export async function readWarrantyUnchecked(ctx: WarrantyContext, id: number): Promise<AdminWarranty> {
  const { db, principal, clock } = ctx
  const brands = await ctx.brands.getFresh()
  const row = await selectWarranty(db.read, { principal, brands }, { id })
  return toAdminRecord(row, brands.byId.get(row.brand_id)!, toUtcDate(clock.now()))
}
