import type { Caller, WarrantyContext } from './context.ts'
import { laneOf, syncDelivery } from './crm-sync.ts'
import { findWarranty, type WarrantySelector } from './find-warranty.ts'
import * as queries from './queries.ts'
import { toRetried } from './record.ts'

const BUDGET_MS = 15_000

/**
 * Makes one attempt to synchronise the warranty now and answers what came of it; beside an attempt that is
 * under way it waits for that one. A brand without a CRM gets no attempt: `not_configured`.
 */
export async function retrySync(ctx: WarrantyContext, caller: Caller, selector: WarrantySelector) {
  const { id, brand_id } = await findWarranty(ctx.db.read, caller, selector)
  const brand = (await ctx.brands.current()).byId.get(brand_id)
  if (brand?.warrantyCrm) {
    const lane = laneOf(id)
    const attempted = await ctx.deliveries.attemptNow(lane, { reopen: true, budgetMs: BUDGET_MS })
    if (!attempted) {
      // The CRM was configured after the warranty's last event: nothing has been owed to it so far.
      await ctx.db.write(async (trx) => {
        await ctx.db.lock(trx, `warranty ${id}`)
        if (await ctx.deliveries.isKnown(trx, lane)) return
        await ctx.deliveries.enqueueAll(trx, [syncDelivery('warranty.registered', id, brand_id)])
      })
      await ctx.deliveries.attemptNow(lane, { reopen: true, budgetMs: BUDGET_MS })
    }
  }
  return toRetried(await queries.getWarranty(ctx.db.read, id), brand?.name ?? '')
}
