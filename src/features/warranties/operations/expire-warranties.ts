import { toUtcDate } from '../../../platform/clock.ts'
import { SYSTEM } from '../../../platform/principal.ts'
import type { WarrantyContext } from '../context.ts'
import * as queries from '../queries/queries.ts'
import { recordWarranties } from '../records/audit.ts'

const MOST_PER_COMMIT = 500
const EXPIRED = { before: { warranty_status: 'active' }, after: { warranty_status: 'expired' } }

/** Turns active warranties past their end date to expired, some at a time. Answers how many there were. */
export async function expireWarranties(ctx: Pick<WarrantyContext, 'db' | 'clock'>): Promise<number> {
  let total = 0
  for (;;) {
    const expired = await ctx.db.write(async (trx) => {
      const now = ctx.clock.now()
      const rows = await queries.expireSome(trx, toUtcDate(now), now, MOST_PER_COMMIT)
      const byBrand = Map.groupBy(rows, (row) => row.brand_id)
      await queries.addToCounts(
        trx,
        [...byBrand].flatMap(([brand_id, { length }]) => [
          { brand_id, warranty_status: 'active', total: -length },
          { brand_id, warranty_status: 'expired', total: length },
        ]),
      )
      await recordWarranties(
        trx,
        'warranty.expired',
        rows.map((warranty) => ({ at: now, principal: SYSTEM, warranty, change: EXPIRED })),
      )
      return rows.length
    })
    total += expired
    // Fewer than asked for need not be the last: some may just have been changed by somebody else.
    if (expired === 0) return total
  }
}
