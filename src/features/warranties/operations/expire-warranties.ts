import { toUtcDate } from '../../../platform/clock.ts'
import type { OperationContext } from '../../../platform/context.ts'
import { authorize } from '../../../platform/principal.ts'
import * as queries from '../queries/queries.ts'
import { auditWarranties } from '../records/audit.ts'

const MAX_PER_COMMIT = 500
const EXPIRED = { before: { warranty_status: 'active' }, after: { warranty_status: 'expired' } }

/** Expires active warranties past their end date, in several commits. Returns how many there were. */
export async function expireWarranties(ctx: OperationContext): Promise<number> {
  authorize(ctx.principal, 'system:write')
  let total = 0
  for (;;) {
    const expired = await expireSome(ctx)
    total += expired
    // Fewer than asked for need not be the last: another transaction may just have changed some of them.
    if (expired === 0) return total
  }
}

function expireSome({ db, clock, principal }: OperationContext): Promise<number> {
  return db.write(async (trx) => {
    const at = clock.now()
    const rows = await queries.expireSome(trx, toUtcDate(at), at, MAX_PER_COMMIT)
    const byBrand = Map.groupBy(rows, (row) => row.brand_id)
    await queries.addToCounts(
      trx,
      [...byBrand].flatMap(([brand_id, { length }]) => [
        { brand_id, warranty_status: 'active', total: -length },
        { brand_id, warranty_status: 'expired', total: length },
      ]),
    )
    const entries = rows.map((warranty) => ({ at, principal, warranty, change: EXPIRED }))
    await auditWarranties(trx, 'warranty.expired', entries)
    return rows.length
  })
}
