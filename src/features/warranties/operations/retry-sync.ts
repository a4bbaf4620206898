import type { Actor } from '../../../platform/principal.ts'
import { NO_FIELDS } from '../../audit/index.ts'
import type { Brand } from '../../brands/index.ts'
import { findPendingQueues } from '../../deliveries/index.ts'
import type { Author, WarrantyContext } from '../context.ts'
import { laneOf, queueSync } from '../crm/sync-handler.ts'
import * as queries from '../queries/queries.ts'
import { recordUnconfigured } from '../queries/sync-queries.ts'
import { recordWarranties } from '../records/audit.ts'
import { toRetried } from '../records/record.ts'
import { findWarranty, type WarrantySelector } from '../records/select-warranty.ts'

const BUDGET_MS = 15_000

/**
 * Makes one attempt to synchronise the warranty now and answers what came of it; beside an attempt that is
 * under way it waits for that one, and goes on where it succeeds. A brand without a CRM gets no attempt:
 * `not_configured`. What it is owed all the same stays in the queue, for a CRM that it may have again by then.
 */
export async function retrySync(ctx: WarrantyContext, author: Author, selector: WarrantySelector) {
  const { id, brand_id, sync_status } = await findWarranty(ctx.db.read, author, selector)
  const brand = (await ctx.brands.getFresh()).byId.get(brand_id)
  if (brand?.warrantyCrm) {
    const reopen = await prepareRetry(ctx, author.principal, id, brand)
    const made = await ctx.deliveries.attemptNow(laneOf(id), { reopen, budgetMs: BUDGET_MS })
    // What failed was kept for a time only, and that is over.
    if (made === null && reopen) {
      await ctx.db.write((trx) => queueSync(ctx, trx, 'warranty.updated', id, brand))
      await ctx.deliveries.attemptNow(laneOf(id), { reopen: false, budgetMs: BUDGET_MS })
    }
  } else if (sync_status !== 'not_configured') {
    await ctx.db.write((trx) => recordUnconfigured(trx, [id]))
  }
  return toRetried(await queries.getWarranty(ctx.db.read, id), brand?.name ?? '')
}

/**
 * Writes to the audit trail who asks, and sees to it that something is owed to the CRM. What it has had already it gets
 * as a new message, for one with an old id it would drop; what failed is sent again as it was. Answers whether it is
 * that.
 */
function prepareRetry(ctx: WarrantyContext, principal: Actor, id: number, brand: Brand): Promise<boolean> {
  return ctx.db.write(async (trx) => {
    await ctx.db.lock(trx, `retry-sync ${id}`)
    // Before the status, which an attempt that ends just now changes together with its lane.
    const owed = await findPendingQueues(trx, [laneOf(id)])
    const warranty = await queries.getWarranty(trx, id)
    const { sync_status } = warranty
    await recordWarranties(trx, 'warranty.sync_retried', [
      { at: ctx.clock.now(), principal, warranty, change: NO_FIELDS },
    ])
    const owesNothing = owed.size === 0
    // A pending one that is owed nothing: an attempt was recorded without what hung on it.
    if (sync_status === 'synced' || (sync_status === 'pending' && owesNothing)) {
      await queueSync(ctx, trx, 'warranty.updated', id, brand)
    }
    // The CRM was configured after the warranty's last event. What is owed was there before an earlier CRM was taken away.
    if (sync_status === 'not_configured' && owesNothing) {
      await queueSync(ctx, trx, 'warranty.registered', id, brand)
    }
    return sync_status === 'failed'
  })
}
