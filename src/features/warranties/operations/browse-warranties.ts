import { readInstant, toUtcDate } from '../../../platform/clock.ts'
import { Invalid, issue } from '../../../platform/errors.ts'
import { listPage, MOST_COUNTED, type Page, type PageRequest } from '../../../platform/paging.ts'
import { authorize } from '../../../platform/principal.ts'
import { wantedTerms } from '../../../platform/search-terms.ts'
import { type Found, listFound } from '../../../platform/term-index.ts'
import { type Brands, selectBrands } from '../../brands/index.ts'
import type { WarrantyContext } from '../context.ts'
import {
  type BrowseConditions,
  type BrowseKey,
  browse,
  chooseDriver,
  countBrowsed,
  filterIds,
} from '../queries/browse-queries.ts'
import { awaitsExpiry } from '../queries/list-queries.ts'
import { getWarranties } from '../queries/queries.ts'
import { filterByTerms, warrantyTerms } from '../queries/term-queries.ts'
import { type AdminWarranty, toAdminRecord } from '../records/record.ts'
import type { SyncStatus, WarrantyStatus } from '../schemas.ts'

/** Pages further down than this are reached by cursor. */
const MOST_SKIPPED = 100_000

export interface BrowseInput extends PageRequest {
  /** The beginnings of a HIN, of words of the owner's name or of an e-mail address, or digits of a phone number. */
  q?: string
  /** A slug or id. */
  brand?: string
  status?: WarrantyStatus
  sync_status?: SyncStatus
  model_year?: string
  registered_from?: string
  registered_to?: string
  updated_since?: string
}

/**
 * Returns a page of the principal's warranties, the newest first, with full records.
 * @throws Forbidden, Invalid; NotFound (NOT_FOUND) for the brand
 */
export async function browseWarranties(
  ctx: WarrantyContext,
  input: BrowseInput,
): Promise<Page<AdminWarranty>> {
  authorize(ctx.principal, 'warranty:list')
  const { db } = ctx
  const brands = await ctx.brands.getFresh()
  const today = toUtcDate(ctx.clock.now())
  const conditions = await readInput(ctx, brands, input, today)
  if (input.q !== undefined) return search(ctx, brands, { ...input, q: input.q }, conditions, today)
  const driver = await chooseDriver(db.scan, conditions, MOST_COUNTED)
  const count = () => countBrowsed(db.scan, conditions, driver, MOST_COUNTED + 1)
  const isEmpty = conditions.brandIds.length === 0
  const page = await listPage<{ id: number; created_at: number }, BrowseKey>(input, {
    keyOf: ({ created_at, id }) => [created_at, id],
    isKey: (values) => values.length === 2 && values.every(Number.isSafeInteger),
    count: async () => (isEmpty ? 0 : count()),
    rows: async (window) => {
      if (isEmpty) return []
      if (window.offset > MOST_SKIPPED) {
        if ((await count()) <= MOST_COUNTED) return []
        throw new Invalid([issue('page', 'is too far down. Use cursor, or narrow the list')])
      }
      return browse(db.scan, conditions, driver, window)
    },
  })
  return withRecords(ctx, brands, page, today)
}

async function search(
  ctx: WarrantyContext,
  brands: Brands,
  input: BrowseInput & { q: string },
  conditions: BrowseConditions,
  today: string,
): Promise<Page<AdminWarranty>> {
  const wanted = wantedTerms(input.q)
  const { scan } = ctx.db
  const { brandIds, ...others } = conditions
  const few = async () => {
    const driver = await chooseDriver(scan, conditions, MOST_COUNTED)
    const window = { limit: MOST_COUNTED + 1, offset: 0, after: undefined }
    const rows = await browse(scan, conditions, driver, window)
    return rows.length > MOST_COUNTED ? null : filterByTerms(scan, rows, wanted)
  }
  const find = async (before: number | undefined, most: number, needed: number): Promise<Found> =>
    brandIds.length === 0
      ? { ids: [], more: false }
      : warrantyTerms.search(scan, wanted, {
          ...{ brandIds, before, most, needed },
          filter: (ids) => filterIds(scan, ids, conditions),
          few: Object.values(others).some((condition) => condition !== undefined) ? few : undefined,
        })
  const page = await listFound(input, find)
  return withRecords(ctx, brands, page, today)
}

async function withRecords(
  { db }: WarrantyContext,
  brands: Brands,
  page: Page<{ id: number }>,
  today: string,
): Promise<Page<AdminWarranty>> {
  const rows = await getWarranties(
    db.read,
    page.items.map(({ id }) => id),
  )
  const found = rows.filter((row) => row !== undefined)
  return { ...page, items: found.map((row) => toAdminRecord(row, brands.byId.get(row.brand_id)!, today)) }
}

async function readInput(
  { db, principal }: WarrantyContext,
  brands: Brands,
  input: BrowseInput,
  today: string,
): Promise<BrowseConditions> {
  const { brand, status, updated_since } = input
  const updatedSince = updated_since === undefined ? undefined : readInstant(updated_since)
  if (updated_since !== undefined && updatedSince === undefined) {
    throw new Invalid([issue('updated_since', 'must be a date, or an ISO 8601 time with its time zone')])
  }
  const lags = (status === 'active' || status === 'expired') && (await awaitsExpiry(db.read, today))
  return {
    brandIds: selectBrands(brands, principal, brand).map(({ id }) => id),
    status,
    overdueOn: lags ? today : undefined,
    syncStatus: input.sync_status,
    modelYear: input.model_year,
    registeredFrom: input.registered_from,
    registeredTo: input.registered_to,
    updatedSince,
  }
}
