import { toUtcDate } from '../../../platform/clock.ts'
import { authorize } from '../../../platform/principal.ts'
import { NO_FIELDS } from '../../audit/index.ts'
import type { Brand } from '../../brands/index.ts'
import { findPendingQueues } from '../../deliveries/index.ts'
import type { WarrantyContext } from '../context.ts'
import { queueSync, warrantyQueueKey } from '../crm/queue-sync.ts'
import * as queries from '../queries/queries.ts'
import { recordUnconfigured } from '../queries/sync-queries.ts'
import { auditWarranties } from '../records/audit.ts'
import { toRetried } from '../records/record.ts'
import { selectWarranty, type WarrantySelector } from '../records/select-warranty.ts'

const BUDGET_MS = 15_000

/**
 * Makes one attempt to synchronize the warranty now and returns the result. It waits for an attempt that is under way. A
 * brand without a CRM gets no attempt and `not_configured`; its pending deliveries stay queued, for a CRM that it may have
 * again by then.
 * @throws NotFound (WARRANTY_NOT_FOUND), Conflict (AMBIGUOUS_HIN), Forbidden
 */
export async function retrySync(ctx: WarrantyContext, selector: WarrantySelector) {
  const { db, principal } = ctx
  authorize(principal, 'warranty:retry_sync')
  const brands = await ctx.brands.getFresh()
  const { id, brand_id, sync_status } = await selectWarranty(db.read, { principal, brands }, selector)
  const brand = brands.byId.get(brand_id)
  if (brand?.warrantyCrm) {
    const reopen = await prepareRetry(ctx, id, brand)
    const attempted = await ctx.deliveries.attemptNow(warrantyQueueKey(id), { reopen, budgetMs: BUDGET_MS })
    // The delivery that failed has been removed since: failed deliveries are kept for a time only.
    if (attempted === null && reopen) {
      await db.write((trx) => queueSync(ctx, trx, { event: 'warranty.updated', id, brand }))
      await ctx.deliveries.attemptNow(warrantyQueueKey(id), { reopen: false, budgetMs: BUDGET_MS })
    }
  } else if (sync_status !== 'not_configured') {
    await db.write((trx) => recordUnconfigured(trx, [id]))
  }
  const today = toUtcDate(ctx.clock.now())
  return toRetried(await queries.getWarranty(db.read, id), brand?.name ?? '', today)
}

/**
 * Writes the retry to the audit trail and makes sure that a delivery is pending. A warranty that is synced already gets a
 * new message, because the CRM would drop one with a known id. A failed delivery is sent again as it was.
 * Returns whether a failed delivery is to be reopened.
 */
function prepareRetry(ctx: WarrantyContext, id: number, brand: Brand): Promise<boolean> {
  return ctx.db.write(async (trx) => {
    await ctx.db.lock(trx, `retry-sync ${id}`)
    // Read before the status, which an attempt that ends just now changes together with its queue.
    const pending = await findPendingQueues(trx, [warrantyQueueKey(id)])
    const warranty = await queries.getWarranty(trx, id)
    const { sync_status } = warranty
    await auditWarranties(trx, 'warranty.sync_retried', [
      { at: ctx.clock.now(), principal: ctx.principal, warranty, change: NO_FIELDS },
    ])
    const isIdle = pending.size === 0
    // Pending without a delivery: an attempt was recorded, but not its effect on the warranty.
    if (sync_status === 'synced' || (sync_status === 'pending' && isIdle)) {
      await queueSync(ctx, trx, { event: 'warranty.updated', id, brand })
    }
    // The CRM was configured after the warranty's last event. Pending deliveries are from before an earlier CRM was removed.
    if (sync_status === 'not_configured' && isIdle) {
      await queueSync(ctx, trx, { event: 'warranty.registered', id, brand })
    }
    return sync_status === 'failed'
  })
}
