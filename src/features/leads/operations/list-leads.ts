import { type Static, Type } from 'typebox'
import type { Micros } from '../../../platform/clock.ts'
import type { Reader } from '../../../platform/db/db.ts'
import { listPage, MOST_COUNTED, PAGE_FIELDS, type Page, type PageRequest } from '../../../platform/paging.ts'
import { authorize } from '../../../platform/principal.ts'
import { parse } from '../../../platform/schema-issues.ts'
import { wantedTerms } from '../../../platform/search-terms.ts'
import { type Brand, selectBrands } from '../../brands/index.ts'
import type { LeadAdministration } from '../context.ts'
import { type LeadRecord, toRecord } from '../lead-record.ts'
import {
  type Bounds,
  countDuplicates,
  countLeads,
  filterIds,
  findLeads,
  type LeadRow,
  pageOfLeads,
  STATES,
} from '../queries.ts'
import { leadTerms } from '../terms.ts'

const Q = 'Beginnings of words of the name, or of the e-mail address, or digits of the phone number'

/** Which leads; absent fields match all of them. */
export const LeadFilter = Type.Object({
  brand: Type.Optional(Type.String({ description: 'Slug or id' })),
  q: Type.Optional(Type.String({ description: Q })),
  category: Type.Optional(Type.String()),
  state: Type.Optional(Type.String({ enum: [...STATES] })),
  dealer: Type.Optional(Type.Integer({ description: 'Id of the dealer' })),
  since: Type.Optional(Type.Integer({ description: 'Received at this time or later, in microseconds' })),
  until: Type.Optional(Type.Integer({ description: 'Received before this time, in microseconds' })),
  limit: Type.Optional(Type.Integer({ minimum: 1 })),
  page: PAGE_FIELDS.page,
  cursor: PAGE_FIELDS.cursor,
})

export type LeadFilter = Static<typeof LeadFilter>

const PAGE = 500

/**
 * Returns a page of the matching leads of the principal's brands, the newest first.
 * @throws NotFound for an unknown brand
 * @throws Invalid (VALIDATION_ERROR)
 */
export async function listLeads(
  { db, brands, principal }: Pick<LeadAdministration, 'db' | 'brands' | 'principal'>,
  input: LeadFilter,
): Promise<Page<LeadRecord>> {
  authorize(principal, 'leads:read')
  const { brand, q, page, limit, cursor, ...bounds } = parse(LeadFilter, input)
  const selected = selectBrands(await brands.getFresh(), principal, brand)
  if (q !== undefined) {
    const found = await search(db.scan, selected, { q, bounds, request: { page, limit, cursor } })
    return { ...found, items: await toRecords(db.read, found.items) }
  }
  const found = await listPage<Found, [receivedAt: number, id: number]>(
    { page, limit, cursor },
    {
      keyOf: ({ row }) => [row.received_at, row.id],
      isKey: (values) => values.length === 2 && values.every(Number.isSafeInteger),
      rows: async ({ limit, offset, after }) => {
        // Each brand's leads are in the order of its own index.
        const parts = selected.map(async (one) => {
          const position = after && { receivedAt: after[0], id: after[1] }
          const part = {
            ...bounds,
            brandId: one.id,
            newestFirst: true,
            after: position,
            limit: offset + limit,
          }
          return (await pageOfLeads(db.scan, part)).map((row) => ({ brand: one, row }))
        })
        const all = (await Promise.all(parts)).flat()
        all.sort((a, b) => b.row.received_at - a.row.received_at || b.row.id - a.row.id)
        return all.slice(offset, offset + limit)
      },
      count: async () => {
        const counts = selected.map(({ id }) => countLeads(db.scan, { ...bounds, brandId: id }))
        return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
      },
    },
  )
  return { ...found, items: await toRecords(db.read, found.items) }
}

async function search(
  reader: Reader,
  brands: readonly Brand[],
  { q, bounds, request }: { q: string; bounds: Bounds; request: PageRequest },
): Promise<Page<Found>> {
  const wanted = wantedTerms(q)
  const byId = new Map(brands.map((brand) => [brand.id, brand]))
  const find = async (before: number | undefined, most: number): Promise<number[]> => {
    if (byId.size === 0) return []
    const filter = (ids: readonly number[]) => filterIds(reader, ids, bounds)
    return leadTerms.search(reader, wanted, { brandIds: [...byId.keys()], before, most, filter })
  }
  // The count has the first pages, too.
  let counted: Promise<number[]> | undefined
  const all = () => {
    counted ??= find(undefined, MOST_COUNTED + 1)
    return counted
  }
  const page = await listPage<number, [id: number]>(request, {
    keyOf: (id) => [id],
    isKey: (values) => values.length === 1 && Number.isSafeInteger(values[0]),
    count: async () => (await all()).length,
    rows: async ({ limit, offset, after }) =>
      after ? find(after[0], limit) : (await all()).slice(offset, offset + limit),
  })
  const rows = new Map((await findLeads(reader, page.items)).map((row) => [row.id, row]))
  const items = page.items.flatMap((id) => rows.get(id) ?? [])
  return { ...page, items: items.map((row) => ({ row, brand: byId.get(row.brand_id)! })) }
}

/** Yields matching leads brand by brand, the oldest first, a page at a time. */
export async function* pagesOfLeads(
  reader: Reader,
  brands: readonly Brand[],
  { category, state, dealer, since, until, limit = Number.POSITIVE_INFINITY }: LeadFilter,
): AsyncGenerator<LeadRecord[]> {
  let left = limit
  for (const brand of brands) {
    let after: { receivedAt: Micros; id: number } | undefined
    while (left > 0) {
      const most = Math.min(PAGE, left)
      const page = {
        category,
        state,
        dealer,
        since,
        until,
        brandId: brand.id,
        newestFirst: false,
        after,
        limit: most,
      }
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
