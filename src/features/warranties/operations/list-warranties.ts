import type { Db, Reader } from '../../../platform/db/db.ts'
import type { Caller } from '../context.ts'
import { countWarranties, isCounted, listPage } from '../queries/list-queries.ts'
import { type ListFilters, writeCursor } from '../records/list-filters.ts'
import { toListed } from '../records/record.ts'
import { requireBrand } from '../records/select-warranty.ts'
import { shareAnswers } from '../share-answers.ts'

/** Rows that a page may skip and still be found at once. */
const NEAR = 1_000

/**
 * Lists one page of a caller's warranties, newest first. Throws BRAND_NOT_PERMITTED for a brand not held. Nothing
 * in it, not even the total, depends on other brands.
 */
export function createWarrantyLister({ read, scan }: Pick<Db, 'read' | 'scan'>) {
  const list = shareAnswers((search: Search) =>
    listPageAndTotal(isNear(search.filters) ? read : scan, search),
  )

  return async (caller: Caller, filters: ListFilters) => {
    if (filters.brandId !== undefined) requireBrand(caller, filters.brandId)
    return list({ brandIds: filters.brandId === undefined ? [...caller.brands] : [filters.brandId], filters })
  }
}

/** Whether a page is found and counted without looking through what does not belong to it. */
function isNear(filters: ListFilters): boolean {
  return isCounted(filters) && offsetOf(filters) <= NEAR
}

interface Search {
  brandIds: number[]
  filters: ListFilters
}

async function listPageAndTotal(reader: Reader, { brandIds, filters }: Search) {
  // One more than asked for tells whether there is a next page.
  const [rows, counted] = await Promise.all([
    brandIds.length > 0
      ? listPage(reader, brandIds, { ...filters, limit: filters.limit + 1 }, offsetOf(filters))
      : [],
    brandIds.length > 0 ? countWarranties(reader, brandIds, filters) : 0,
  ])
  const page = rows.slice(0, filters.limit)
  const last = page.at(-1)
  const more = rows.length > page.length && last
  const total = filters.after ? counted : agreed(counted, offsetOf(filters), rows.length, filters.limit)
  return {
    data: page.map(toListed),
    pagination: {
      page: filters.after ? null : filters.page,
      limit: filters.limit,
      total,
      total_pages: Math.ceil(total / filters.limit),
      next_cursor: more
        ? writeCursor({ createdAt: last.created_at, brandId: last.brand_id, hin: last.hin })
        : null,
    },
  }
}

/** Rows are read and counted at different moments. So what was read says what the total is, or within which limits. */
function agreed(counted: number, offset: number, read: number, limit: number): number {
  if (read > limit) return Math.max(counted, offset + read)
  return read > 0 ? offset + read : Math.min(counted, offset)
}

export type Pagination = Awaited<ReturnType<typeof listPageAndTotal>>['pagination']

/** The `Link` header (RFC 8288) of a page: the same request with another `page` or `cursor`. */
export function pageLinks(
  path: string,
  params: Readonly<Record<string, string>>,
  pagination: Pagination,
): string {
  const { page, total_pages, next_cursor } = pagination
  const link = (rel: string, change: Record<string, string>) => {
    const { page: _page, cursor: _cursor, ...kept } = params
    return `<${path}?${new URLSearchParams({ ...kept, ...change })}>; rel="${rel}"`
  }
  if (page === null) {
    return [link('first', {}), ...(next_cursor ? [link('next', { cursor: next_cursor })] : [])].join(', ')
  }
  const last = Math.max(1, total_pages)
  return [
    link('first', { page: '1' }),
    ...(page > 1 ? [link('prev', { page: String(Math.min(page - 1, last)) })] : []),
    ...(next_cursor ? [link('next', { page: String(page + 1) })] : []),
    link('last', { page: String(last) }),
  ].join(', ')
}

function offsetOf({ page, limit, after }: ListFilters): number {
  return after ? 0 : (page - 1) * limit
}
