import { type Micros, toUtcDate } from '../../../platform/clock.ts'
import type { OperationContext } from '../../../platform/context.ts'
import type { Trx } from '../../../platform/db/db.ts'
import { authorize } from '../../../platform/principal.ts'
import { listBrands } from '../../brands/index.ts'
import * as queries from '../queries/queries.ts'
import { auditWarranties } from '../records/audit.ts'
import { recordWarrantyEvents } from '../records/events.ts'

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
    if (rows.length > 0) await recordExpired(trx, at, rows)
    return rows.length
  })
}

async function recordExpired(trx: Trx, at: Micros, expired: readonly { id: number }[]): Promise<void> {
  const brands = new Map((await listBrands(trx)).map((brand) => [brand.id, brand]))
  const rows = await queries.getWarranties(
    trx,
    expired.map(({ id }) => id),
  )
  await recordWarrantyEvents(
    trx,
    rows.flatMap((row) =>
      row ? [{ at, type: 'warranty.expired' as const, row, brand: brands.get(row.brand_id) }] : [],
    ),
  )
}
