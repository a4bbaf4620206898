import { type Static, Type } from 'typebox'
import type { Micros } from '../../../platform/clock.ts'
import type { Reader } from '../../../platform/db/db.ts'
import { listPage, MOST_COUNTED, PAGE_FIELDS, type Page, type PageRequest } from '../../../platform/paging.ts'
import { authorize } from '../../../platform/principal.ts'
import { parse } from '../../../platform/schema-issues.ts'
import { hasTerms, type Wanted, wantedTerms } from '../../../platform/search-terms.ts'
import { listFound } from '../../../platform/term-index.ts'
import { type Brand, selectBrands } from '../../brands/index.ts'
import { type BrowseConditions, type BrowseKey, browse, countBrowsed } from '../browse-queries.ts'
import type { LeadAdministration } from '../context.ts'
import type { Lead } from '../lead.ts'
import { type LeadRecord, toRecord } from '../lead-record.ts'
import { countDuplicates, filterIds, findLeads, type LeadRow, pageOfLeads, STATES } from '../queries.ts'
import { leadTerms, toIndexed } from '../terms.ts'

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
  const byId = new Map(selectBrands(await brands.getFresh(), principal, brand).map((one) => [one.id, one]))
  const conditions = { ...bounds, brandIds: [...byId.keys()] }
  const request = { page, limit, cursor }
  const found =
    q === undefined
      ? await browseLeads(db.scan, conditions, request)
      : await search(db.scan, conditions, { q, request })
  const ids = found.items.map(({ id }) => id)
  const rows = new Map((await findLeads(db.read, ids)).map((row) => [row.id, row]))
  const items = ids.flatMap((id) => rows.get(id) ?? [])
  return {
    ...found,
    items: await toRecords(
      db.read,
      items.map((row) => ({ row, brand: byId.get(row.brand_id)! })),
    ),
  }
}

function browseLeads(
  reader: Reader,
  conditions: BrowseConditions,
  request: PageRequest,
): Promise<Page<{ id: number }>> {
  const isEmpty = conditions.brandIds.length === 0
  return listPage<{ id: number; received_at: Micros }, BrowseKey>(request, {
    keyOf: ({ received_at, id }) => [received_at, id],
    isKey: (values) => values.length === 2 && values.every(Number.isSafeInteger),
    rows: async (window) => (isEmpty ? [] : browse(reader, conditions, window)),
    count: async () => (isEmpty ? 0 : countBrowsed(reader, conditions)),
  })
}

async function search(
  reader: Reader,
  { brandIds, ...bounds }: BrowseConditions,
  { q, request }: { q: string; request: PageRequest },
): Promise<Page<{ id: number }>> {
  const wanted = wantedTerms(q)
  const few = async () => {
    const window = { limit: MOST_COUNTED + 1, offset: 0, after: undefined }
    const rows = await browse(reader, { brandIds, ...bounds }, window)
    return rows.length > MOST_COUNTED ? null : filterByTerms(reader, rows, wanted)
  }
  return listFound(request, async (before, most, needed) =>
    brandIds.length === 0
      ? { ids: [], more: false }
      : leadTerms.search(reader, wanted, {
          ...{ brandIds, before, most, needed },
          filter: (ids) => filterIds(reader, ids, bounds),
          few: Object.values(bounds).some((bound) => bound !== undefined) ? few : undefined,
        }),
  )
}

/** Returns the ids of those leads that a search asks for, the newest first. */
async function filterByTerms(
  reader: Reader,
  leads: readonly { id: number }[],
  wanted: Wanted,
): Promise<number[]> {
  const rows = await findLeads(
    reader,
    leads.map(({ id }) => id),
  )
  const found = rows.filter(({ id, brand_id, body }) =>
    hasTerms(toIndexed(id, brand_id, JSON.parse(body) as Lead).terms, wanted),
  )
  return found.map(({ id }) => id).sort((a, b) => b - a)
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
