import { toUtcDate } from '../../../platform/clock.ts'
import { authorize, holds } from '../../../platform/principal.ts'
import type { WarrantyContext } from '../context.ts'
import { listInOrder, type OrderedFilters } from '../queries/search-queries.ts'
import { toListed, toRecord } from '../records/record.ts'
import { brandIdsOf } from '../records/select-warranty.ts'

const PAGE_SIZE = 500

/**
 * Yields the principal's warranties as JSON lines, a page at a time, each brand's in the order in which they were
 * created. Reads a page when the one before has been taken, so it needs the same memory however many there are. A line
 * is the full record, or the list's entry for a principal who may not read that.
 * @throws Forbidden (ENDPOINT_NOT_PERMITTED, BRAND_NOT_PERMITTED)
 */
export async function* streamWarranties(
  ctx: WarrantyContext,
  { brandId, ...filters }: Omit<OrderedFilters, 'today'> & { brandId?: number | undefined },
): AsyncGenerator<string> {
  const { principal, db } = ctx
  authorize(principal, 'warranty:list')
  const brands = await ctx.brands.getFresh()
  const isFull = holds(principal, 'warranty:read')
  const today = toUtcDate(ctx.clock.now())
  for (const id of brandIdsOf({ principal, brands }, brandId).toSorted((a, b) => a - b)) {
    const name = brands.byId.get(id)?.name ?? ''
    const page = { limit: PAGE_SIZE, filters: { ...filters, today } }
    for (let rows = await listInOrder(db.scan, id, page); rows.length > 0; ) {
      const records = rows.map((row) => (isFull ? toRecord(row, name, today) : toListed(row, today)))
      yield records.map((record) => `${JSON.stringify(record)}\n`).join('')
      if (rows.length < PAGE_SIZE) break
      rows = await listInOrder(db.scan, id, { ...page, after: rows.at(-1) })
    }
  }
}
