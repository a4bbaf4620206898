import { toUtcDate } from '../../../platform/clock.ts'
import { authorize } from '../../../platform/principal.ts'
import type { WarrantyContext } from '../context.ts'
import { toRecord, type WarrantyRecordJson } from '../records/record.ts'
import { type HullReader, type HullSelector, selectWarrantyBatched } from '../records/select-warranty.ts'

/**
 * Returns the full record of a warranty.
 * @throws NotFound (WARRANTY_NOT_FOUND), Conflict (AMBIGUOUS_HIN), Forbidden
 */
export async function getWarranty(
  ctx: WarrantyContext & { hulls: HullReader },
  selector: HullSelector,
): Promise<WarrantyRecordJson> {
  authorize(ctx.principal, 'warranty:read')
  const brands = await ctx.brands.getFresh()
  const row = await selectWarrantyBatched(ctx.hulls, { principal: ctx.principal, brands }, selector)
  return toRecord(row, brands.byId.get(row.brand_id)?.name ?? '', toUtcDate(ctx.clock.now()))
}
