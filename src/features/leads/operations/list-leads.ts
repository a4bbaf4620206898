import { readMoment } from '../../../platform/cli/timestamps.ts'
import type { Micros } from '../../../platform/clock.ts'
import type { Reader } from '../../../platform/db/db.ts'
import { type Brand, type Brands, pickBrand } from '../../brands/index.ts'
import { type LeadRecord, toRecord } from '../lead-record.ts'
import { countDuplicates, type LeadRow, pageOfLeads } from '../queries.ts'

/** Which leads, as it is typed; what is absent does not matter. */
export interface FindFlags {
  /** Slug or id. */
  brand?: string
  category?: string
  since?: string
  /** Exclusive. */
  until?: string
}

/** Which leads, of which brands. */
export type Find = ReturnType<typeof readFind>

const PAGE = 500

/** The leads that are meant. Throws NOT_FOUND for the brand, VALIDATION_ERROR for a time. */
export function readFind({ byId }: Brands, { brand, category, since, until }: FindFlags, now: Micros) {
  return {
    brands: brand === undefined ? [...byId.values()] : [pickBrand(byId.values(), brand)],
    bounds: {
      category,
      since: readMoment('--since', since, now),
      until: readMoment('--until', until, now),
    },
  }
}

/** The newest of the leads that fit, over all brands. */
export async function newestLeads(
  reader: Reader,
  { brands, bounds }: Find,
  limit: number,
): Promise<LeadRecord[]> {
  const found: { brand: Brand; row: LeadRow }[] = []
  for (const brand of brands) {
    const rows = await pageOfLeads(reader, { ...bounds, brandId: brand.id, newestFirst: true, limit })
    found.push(...rows.map((row) => ({ brand, row })))
  }
  const newest = found
    .sort((a, b) => b.row.received_at - a.row.received_at || b.row.id - a.row.id)
    .slice(0, limit)
  return toRecords(reader, newest)
}

/** All leads that fit, or the first `limit` of them, brand by brand, the oldest first, some hundred at a time. */
export async function* allLeads(
  reader: Reader,
  { brands, bounds }: Find,
  limit = Number.POSITIVE_INFINITY,
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
