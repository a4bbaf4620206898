import { type Batcher, createBatcher } from '../../../platform/batcher.ts'
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
const MAX_BATCH = 64
/** A slow batch does not delay the others. */
const CONCURRENT_BATCHES = 4

interface Search {
  brandIds: readonly number[]
  filters: ListFilters
  /** The date in UTC. */
  today: string
}

type Page = Awaited<ReturnType<typeof readPage>>
export type Pagination = Page['pagination']

/** Reads pages, the same page once for all requests that arrive together. */
export type PageReader = Batcher<Search, Page>

/**
 * Returns one page of the principal's warranties, newest first. Nothing in it, not even the total, depends on brands
 * that the principal does not hold.
 * @throws Forbidden (ENDPOINT_NOT_PERMITTED, BRAND_NOT_PERMITTED)
 */
export async function listWarranties(
  ctx: WarrantyContext & { pages: PageReader },
  asked: ListFilters,
): Promise<Page> {
  authorize(ctx.principal, 'warranty:list')
  const { db, principal } = ctx
  const brandIds = brandIdsOf({ principal, brands: await ctx.brands.getFresh() }, asked.brandId)
  const today = toUtcDate(ctx.clock.now())
  const filters = (await needsEndDates(db.read, asked, today)) ? { ...asked, today } : asked
  const search = { brandIds, filters, today }
  const isFast = isCounted(filters) && offsetOf(filters) <= MAX_FAST_OFFSET
  return isFast ? ctx.pages(search) : readPage(db.scan, search)
}

/**
 * A busy interface is asked for the same first page again and again. Reading it once doubles the rate of such lists on
 * SQLite and raises it sixfold on PostgreSQL; it gives different lists nothing. No request gets a page that was read
 * before it arrived.
 */
export function createPageReader(reader: Reader): PageReader {
  return createBatcher(
    MAX_BATCH,
    (searches) => {
      const pages = new Map<string, Promise<Page>>()
      return Promise.all(
        searches.map((search) => {
          const key = JSON.stringify(search)
          const page = pages.get(key) ?? readPage(reader, search)
          pages.set(key, page)
          return page
        }),
      )
    },
    { concurrency: CONCURRENT_BATCHES },
  )
}

async function readPage(reader: Reader, { brandIds, filters, today }: Search) {
  const { rows, counted } = await readRows(reader, brandIds, filters)
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

async function readRows(reader: Reader, brandIds: readonly number[], filters: ListFilters) {
  if (brandIds.length === 0) return { rows: [], counted: 0 }
  // One row more than the page has tells whether there is a next page.
  const [rows, counted] = await Promise.all([
    listPage(reader, brandIds, { ...filters, limit: filters.limit + 1 }, offsetOf(filters)),
    countWarranties(reader, brandIds, filters),
  ])
  return { rows, counted }
}

/** Between midnight and the daily run, stored statuses lag behind end dates. */
async function needsEndDates(reader: Reader, filters: ListFilters, today: string): Promise<boolean> {
  const { warrantyStatus } = filters
  if (warrantyStatus !== 'active' && warrantyStatus !== 'expired') return false
  return awaitsExpiry(reader, today)
}

/** Rows and total are read at different moments. The rows bound the total, or are its end. */
function agree(counted: number, offset: number, read: number, limit: number): number {
  if (read > limit) return Math.max(counted, offset + read)
  return read > 0 ? offset + read : Math.min(counted, offset)
}

function offsetOf({ page, limit, after }: ListFilters): number {
  return after ? 0 : (page - 1) * limit
}
