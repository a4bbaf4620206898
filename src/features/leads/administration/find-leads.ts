import { type Micros, readInstant } from '../../../platform/clock.ts'
import type { Reader } from '../../../platform/db/db.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Brand, Brands } from '../../brands/index.ts'
import { countDuplicates, type LeadRow, pageOfLeads } from '../queries.ts'
import { type LeadRecord, toRecord } from './lead-record.ts'

/** Which leads; what is absent does not matter. */
export interface Find {
  /** Slug. */
  brand?: string
  category?: string
  /** ISO 8601, or a date: from its first moment in UTC. */
  since?: string
  /** Exclusive. */
  until?: string
}

const PAGE = 500

/** The newest of the leads that fit, over all brands. */
export async function newestLeads(
  reader: Reader,
  brands: Brands,
  find: Find,
  limit: number,
): Promise<LeadRecord[]> {
  const bounds = boundsOf(find)
  const found: { brand: Brand; row: LeadRow }[] = []
  for (const brand of brandsOf(brands, find)) {
    const rows = await pageOfLeads(reader, { ...bounds, brandId: brand.id, newestFirst: true, limit })
    found.push(...rows.map((row) => ({ brand, row })))
  }
  const newest = found
    .sort((a, b) => b.row.received_at - a.row.received_at || b.row.id - a.row.id)
    .slice(0, limit)
  return toRecords(reader, newest)
}

/**
 * All leads that fit, or the first `limit` of them, brand by brand, the oldest first, some hundred at a time. What is
 * wrong with `find` is thrown by the call itself.
 */
export function allLeads(
  reader: Reader,
  brands: Brands,
  find: Find,
  limit = Number.POSITIVE_INFINITY,
): AsyncGenerator<LeadRecord[]> {
  return eachOf(reader, brandsOf(brands, find), boundsOf(find), limit)
}

async function* eachOf(
  reader: Reader,
  brands: Iterable<Brand>,
  bounds: ReturnType<typeof boundsOf>,
  limit: number,
): AsyncGenerator<LeadRecord[]> {
  let left = limit
  for (const brand of brands) {
    let after: { receivedAt: Micros; id: number } | undefined
    while (left > 0) {
      const most = Math.min(PAGE, left)
      const rows = await pageOfLeads(reader, {
        ...bounds,
        brandId: brand.id,
        newestFirst: false,
        after,
        limit: most,
      })
      const last = rows.at(-1)
      if (!last) break
      yield await toRecords(
        reader,
        rows.map((row) => ({ brand, row })),
      )
      after = { receivedAt: last.received_at, id: last.id }
      left -= rows.length
      if (rows.length < most) break
    }
  }
}

async function toRecords(reader: Reader, found: { brand: Brand; row: LeadRow }[]): Promise<LeadRecord[]> {
  const duplicates = await countDuplicates(
    reader,
    found.map(({ row }) => row.id),
  )
  return found.map(({ brand, row }) => toRecord(row, brand, duplicates.get(row.id) ?? 0))
}

function brandsOf({ byId, bySlug }: Brands, { brand: slug }: Find): Iterable<Brand> {
  if (slug === undefined) return byId.values()
  const brand = bySlug.get(slug)
  if (!brand) throw new AppError('BRAND_NOT_FOUND', `There is no brand "${slug}".`)
  return [brand]
}

function boundsOf({ category, since, until }: Find) {
  return { category, since: instant('since', since), until: instant('until', until) }
}

function instant(name: string, text: string | undefined): Micros | undefined {
  if (text === undefined) return undefined
  const micros = readInstant(text)
  if (micros !== undefined) return micros
  const example = 'a date, or an ISO 8601 time with a time zone, such as 2026-05-01T00:00:00Z'
  throw new AppError('VALIDATION_ERROR', `--${name} must be ${example}.`)
}
