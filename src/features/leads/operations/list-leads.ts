import { type Static, Type } from 'typebox'
import type { Micros } from '../../../platform/clock.ts'
import type { Reader } from '../../../platform/db/db.ts'
import { authorize, holdsBrand, type Principal } from '../../../platform/principal.ts'
import { parse } from '../../../platform/schema-issues.ts'
import { type Brand, type Brands, pickBrand } from '../../brands/index.ts'
import type { LeadAdministration } from '../context.ts'
import { type LeadRecord, toRecord } from '../lead-record.ts'
import { countDuplicates, type LeadRow, pageOfLeads } from '../queries.ts'

/** Which leads; absent fields match all of them. */
export const LeadFilter = Type.Object({
  brand: Type.Optional(Type.String({ description: 'Slug or id' })),
  category: Type.Optional(Type.String()),
  since: Type.Optional(Type.Integer({ description: 'Received at this time or later, in microseconds' })),
  until: Type.Optional(Type.Integer({ description: 'Received before this time, in microseconds' })),
  limit: Type.Optional(Type.Integer({ minimum: 1 })),
})

export type LeadFilter = Static<typeof LeadFilter>

const DEFAULT_LIMIT = 50
const PAGE = 500

/**
 * Returns the newest matching leads of all brands, and whether there are more of them.
 * @throws NotFound for an unknown brand
 */
export async function listLeads(
  { db, brands, principal }: LeadAdministration,
  input: LeadFilter,
): Promise<{ leads: LeadRecord[]; hasMore: boolean }> {
  authorize(principal, 'leads:read')
  const { brand, limit = DEFAULT_LIMIT, ...bounds } = parse(LeadFilter, input)
  const found: Found[] = []
  for (const one of selectBrands(await brands.getFresh(), principal, brand)) {
    const page = { ...bounds, brandId: one.id, newestFirst: true, limit: limit + 1 }
    const rows = await pageOfLeads(db.read, page)
    found.push(...rows.map((row) => ({ brand: one, row })))
  }
  found.sort((a, b) => b.row.received_at - a.row.received_at || b.row.id - a.row.id)
  return { leads: await toRecords(db.read, found.slice(0, limit)), hasMore: found.length > limit }
}

/** Yields matching leads brand by brand, the oldest first, a page at a time. */
export async function* pagesOfLeads(
  reader: Reader,
  brands: readonly Brand[],
  { category, since, until, limit = Number.POSITIVE_INFINITY }: LeadFilter,
): AsyncGenerator<LeadRecord[]> {
  let left = limit
  for (const brand of brands) {
    let after: { receivedAt: Micros; id: number } | undefined
    while (left > 0) {
      const most = Math.min(PAGE, left)
      const page = { category, since, until, brandId: brand.id, newestFirst: false, after, limit: most }
      const rows = await pageOfLeads(reader, page)
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

/** Returns the brands that the filter selects and the principal holds. */
export function selectBrands({ byId }: Brands, principal: Principal, reference?: string): Brand[] {
  const held = [...byId.values()].filter(({ id }) => holdsBrand(principal, id))
  return reference === undefined ? held : [pickBrand(held, reference)]
}

interface Found {
  brand: Brand
  row: LeadRow
}

async function toRecords(reader: Reader, found: Found[]): Promise<LeadRecord[]> {
  const duplicates = await countDuplicates(
    reader,
    found.map(({ row }) => row.id),
  )
  return found.map(({ brand, row }) => toRecord(row, brand, duplicates.get(row.id) ?? 0))
}
