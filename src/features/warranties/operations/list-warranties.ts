import { toUtcDate } from '../../../platform/clock.ts'
import type { Reader } from '../../../platform/db/db.ts'
import { authorize } from '../../../platform/principal.ts'
import type { WarrantyContext } from '../context.ts'
import {
  awaitsExpiry,
  countWarranties,
  isCounted,
  type ListFilters,
  listPage,
} from '../queries/list-queries.ts'
import { writeCursor } from '../records/cursor.ts'
import { toListed } from '../records/record.ts'
import { brandIdsOf } from '../records/select-warranty.ts'

/** A page may skip this many rows without leaving the fast path. */
const MAX_FAST_OFFSET = 1_000

export type Pagination = Awaited<ReturnType<typeof listWarranties>>['pagination']

/**
 * Returns one page of the principal's warranties, newest first. Nothing in it, not even the total, depends on brands
 * that the principal does not hold.
 * @throws Forbidden (ENDPOINT_NOT_PERMITTED, BRAND_NOT_PERMITTED)
 */
export async function listWarranties(ctx: WarrantyContext, asked: ListFilters) {
  authorize(ctx.principal, 'warranty:list')
  const { db, principal } = ctx
  const brandIds = brandIdsOf({ principal, brands: await ctx.brands.getFresh() }, asked.brandId)
  const today = toUtcDate(ctx.clock.now())
  const filters = (await needsEndDates(db.read, asked, today)) ? { ...asked, today } : asked
  const isFast = isCounted(filters) && offsetOf(filters) <= MAX_FAST_OFFSET
  const { rows, counted } = await readPage(isFast ? db.read : db.scan, brandIds, filters)

  const page = rows.slice(0, filters.limit)
  const last = page.at(-1)
  const hasMore = rows.length > page.length && last
  const total = filters.after ? counted : agree(counted, offsetOf(filters), rows.length, filters.limit)
  return {
    warranties: page.map((row) => toListed(row, today)),
    pagination: {
      page: filters.after ? null : filters.page,
      limit: filters.limit,
      total,
      total_pages: Math.ceil(total / filters.limit),
      next_cursor: hasMore
        ? writeCursor({ createdAt: last.created_at, brandId: last.brand_id, hin: last.hin })
        : null,
    },
  }
}

/** Between midnight and the daily run, stored statuses lag behind end dates. */
async function needsEndDates(reader: Reader, filters: ListFilters, today: string): Promise<boolean> {
  const { warrantyStatus } = filters
  if (warrantyStatus !== 'active' && warrantyStatus !== 'expired') return false
  return awaitsExpiry(reader, today)
}

async function readPage(reader: Reader, brandIds: number[], filters: ListFilters) {
  if (brandIds.length === 0) return { rows: [], counted: 0 }
  // One row more than the page has tells whether there is a next page.
  const [rows, counted] = await Promise.all([
    listPage(reader, brandIds, { ...filters, limit: filters.limit + 1 }, offsetOf(filters)),
    countWarranties(reader, brandIds, filters),
  ])
  return { rows, counted }
}

/** Rows and total are read at different moments. The rows bound the total, or are its end. */
function agree(counted: number, offset: number, read: number, limit: number): number {
  if (read > limit) return Math.max(counted, offset + read)
  return read > 0 ? offset + read : Math.min(counted, offset)
}

function offsetOf({ page, limit, after }: ListFilters): number {
  return after ? 0 : (page - 1) * limit
}
