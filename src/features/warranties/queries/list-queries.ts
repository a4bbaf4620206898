import {
  type Expression,
  type ExpressionBuilder,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely'
import { compiledQuery } from '../../../platform/db/compiled-query.ts'
import type { Reader } from '../../../platform/db/db.ts'
import type { Schema } from '../../../platform/db/schema.ts'
import type { Position } from '../records/cursor.ts'
import { ACTIVE } from './queries.ts'

type Tables = Pick<Schema, 'warranties'>
const MOST_PARTS = 100

type Part = SelectQueryBuilder<never, never, { id: number; created_at: number }>

/** The parameters of a list. */
export interface ListFilters {
  hin?: string | undefined
  brandId?: number | undefined
  warrantyStatus?: string | undefined
  modelYear?: string | undefined
  emailKey?: string | undefined
  registeredFrom?: string | undefined
  registeredTo?: string | undefined
  updatedSince?: number | undefined
  syncStatus?: string | undefined
  page: number
  limit: number
  after?: Position | undefined
  /**
   * Set when active warranties past their end date await the daily run: the filter by status then compares end dates
   * with this day.
   */
  today?: string | undefined
}

/** Which warranties a list shows, and after which one it continues. */
type Conditions = Omit<ListFilters, 'brandId' | 'page' | 'limit' | 'after' | 'today'> & {
  /** Days on which the warranties are active or expired by their end dates. */
  activeOn?: string
  expiredOn?: string
  brandIds: readonly number[]
  after?: Pick<Position, keyof Position>
}

/** Which part of the matching warranties a page shows. */
interface Window {
  limit: number | RawBuilder<number>
  offset?: number
  /** Limit plus offset: all of them may be of one brand. */
  wanted: number | RawBuilder<number>
}

export type ListedRow = Awaited<ReturnType<typeof listPage>>[number]

/**
 * Returns a page of these brands' warranties, newest first. Each brand's part comes in order from its own index, and the
 * parts are merged: the first page costs the same however many warranties there are.
 */
export function listPage(
  reader: Reader,
  brandIds: readonly number[],
  { brandId: _brandId, page: _page, limit, after, ...filters }: ListFilters,
  offset: number,
) {
  const conditions = { ...withStatus(filters), brandIds, after: after && { ...after } }
  if (offset === 0) return firstPage(reader, conditions, { limit })
  return laterPage(reader, { conditions, limit, offset, wanted: offset + limit })
}

// The limit is a literal: PostgreSQL plans a query with an unknown limit again each time, which takes three times as
// long as the page itself.
const firstPage = compiledQuery((reader, conditions: Conditions, { limit }: { limit: number }) =>
  buildPage(reader, conditions, { limit: sql.lit(limit), wanted: sql.lit(limit) }),
)

const laterPage = compiledQuery(
  (reader, input: { conditions: Conditions; limit: number; offset: number; wanted: number }) =>
    buildPage(reader, input.conditions, input),
)

function buildPage(reader: Reader, { brandIds, ...filters }: Conditions, { limit, offset, wanted }: Window) {
  const parts = brandIds.map((brandId) => {
    const part = reader
      .selectFrom('warranties')
      .select(['id', 'created_at'])
      .where('brand_id', '=', brandId)
      .where((eb) => matching(eb, filters))
      .where((eb) => following(eb, filters.after, brandIds))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(wanted)
    // Within a union, SQLite accepts an order or limit only in a subquery.
    return reader.selectFrom(part.as('part')).select(['part.id', 'part.created_at']) as unknown as Part
  })
  const page = reader
    .selectFrom(unionOf(reader, parts).as('newest'))
    .select('newest.id')
    .orderBy('newest.created_at', 'desc')
    .orderBy('newest.id', 'desc')
    .limit(limit)
    .$if(offset !== undefined, (query) => query.offset(offset!))
  return reader
    .selectFrom(page.as('page'))
    .innerJoin('warranties', 'warranties.id', 'page.id')
    .innerJoin('ownerships', (join) =>
      join.onRef('ownerships.warranty_id', '=', 'warranties.id').on('ownerships.transfer_date', 'is', null),
    )
    .select([
      'warranties.id',
      'warranties.created_at',
      'hin',
      'brand_id',
      'model',
      'model_year',
      'warranties.registration_date',
      'warranty_end_date',
      'warranty_notes',
      'warranty_status',
      'ownerships.first_name',
      'ownerships.last_name',
      'ownerships.email',
      'ownerships.phone',
      'ownerships.zipcode',
    ])
    .orderBy('warranties.created_at', 'desc')
    .orderBy('warranties.id', 'desc')
}

/** Returns the rows of all parts. SQLite takes 500 in one union, so that many become a union of unions. */
function unionOf(reader: Reader, parts: readonly Part[]): Part {
  if (parts.length > MOST_PARTS) {
    const groups = Array.from({ length: Math.ceil(parts.length / MOST_PARTS) }, (_, group) => {
      const some = unionOf(reader, parts.slice(group * MOST_PARTS, (group + 1) * MOST_PARTS))
      return reader.selectFrom(some.as('parts')).select(['parts.id', 'parts.created_at']) as unknown as Part
    })
    return unionOf(reader, groups)
  }
  const [first, ...others] = parts
  return others.reduce((all, part) => all.unionAll(part as never), first!)
}

/** Returns how many warranties of these brands match. Totals by brand and status are stored. */
export async function countWarranties(
  reader: Reader,
  brandIds: readonly number[],
  filters: ListFilters,
): Promise<number> {
  if (isCounted(filters)) {
    const [row] = await totalOf(reader, { brandIds, warrantyStatus: filters.warrantyStatus })
    return Number(row!.total)
  }
  const row = await reader
    .selectFrom('warranties')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('brand_id', 'in', brandIds)
    .where((eb) => matching(eb, withStatus(filters)))
    .executeTakeFirstOrThrow()
  return row.total
}

/** Returns whether the total is stored: the list has no filter but brand and status. */
export function isCounted(filters: ListFilters): boolean {
  const { hin, modelYear, emailKey, registeredFrom, registeredTo, updatedSince, syncStatus, today } = filters
  return [hin, modelYear, emailKey, registeredFrom, registeredTo, updatedSince, syncStatus, today].every(
    (filter) => filter === undefined,
  )
}

/** Returns whether active warranties past their end date still await the daily run. */
export async function awaitsExpiry(reader: Reader, today: string): Promise<boolean> {
  const [row] = await overdue(reader, { today })
  return row !== undefined
}

const overdue = compiledQuery((reader, { today }: { today: string }) =>
  reader
    .selectFrom('warranties')
    .select('id')
    .where('warranty_status', '=', ACTIVE)
    .where('warranty_end_date', '<', today)
    // Without an order, PostgreSQL expects to come across one soon, and reads a million where there is none.
    .orderBy('warranty_end_date')
    .limit(sql.lit(1)),
)

const totalOf = compiledQuery(
  (reader, { brandIds, warrantyStatus }: { brandIds: readonly number[]; warrantyStatus?: string }) => {
    const totals = reader
      .selectFrom('warranty_counts')
      .select(({ fn }) => fn.coalesce(fn.sum<number>('total'), sql<number>`0`).as('total'))
      .where('brand_id', 'in', brandIds)
    return warrantyStatus === undefined ? totals : totals.where('warranty_status', '=', warrantyStatus)
  },
)

function matching(
  eb: ExpressionBuilder<Tables, 'warranties'>,
  filters: Omit<Conditions, 'brandIds' | 'after'>,
) {
  const { hin, modelYear, emailKey, registeredFrom, registeredTo, updatedSince, syncStatus } = filters
  const { warrantyStatus, activeOn, expiredOn } = filters
  const conditions = [
    ...(hin === undefined ? [] : [eb('hin', '=', hin)]),
    ...(warrantyStatus === undefined ? [] : [eb('warranty_status', '=', warrantyStatus)]),
    ...(activeOn === undefined ? [] : [isActiveOn(eb, activeOn)]),
    ...(expiredOn === undefined ? [] : [isExpiredOn(eb, expiredOn)]),
    ...(modelYear === undefined ? [] : [eb('model_year', '=', modelYear)]),
    ...(registeredFrom === undefined ? [] : [eb('registration_date', '>=', registeredFrom)]),
    ...(registeredTo === undefined ? [] : [eb('registration_date', '<=', registeredTo)]),
    ...(updatedSince === undefined ? [] : [eb('updated_at', '>=', updatedSince)]),
    ...(syncStatus === undefined ? [] : [eb('sync_status', '=', syncStatus)]),
  ]
  if (emailKey !== undefined) {
    const owners = (eb as unknown as ExpressionBuilder<Schema, 'warranties'>)
      .selectFrom('ownerships')
      .select('warranty_id')
      .where('email_key', '=', emailKey)
      .where('transfer_date', 'is', null)
    conditions.push(eb('id', 'in', owners as never))
  }
  return eb.and(conditions)
}

/** Replaces the filter by stored status with one by end dates when `today` is set. */
function withStatus({
  warrantyStatus,
  today,
  ...filters
}: Omit<ListFilters, 'brandId' | 'page' | 'limit' | 'after'>): Omit<Conditions, 'brandIds'> {
  if (today === undefined || warrantyStatus === 'voided') return { ...filters, warrantyStatus }
  return warrantyStatus === 'active' ? { ...filters, activeOn: today } : { ...filters, expiredOn: today }
}

/** Returns the condition that a warranty is active by its end date, too. */
export function isActiveOn(eb: ExpressionBuilder<Tables, 'warranties'>, today: string): Expression<SqlBool> {
  const isLasting = eb.or([eb('warranty_end_date', 'is', null), eb('warranty_end_date', '>=', today)])
  return eb.and([eb('warranty_status', '=', ACTIVE), isLasting])
}

/** Returns the condition that a warranty is expired, even if only by its end date. */
export function isExpiredOn(eb: ExpressionBuilder<Tables, 'warranties'>, today: string): Expression<SqlBool> {
  const isOverdue = eb.and([eb('warranty_status', '=', ACTIVE), eb('warranty_end_date', '<', today)])
  return eb.or([eb('warranty_status', '=', 'expired'), isOverdue])
}

function following(
  eb: ExpressionBuilder<Tables, 'warranties'>,
  after: Conditions['after'],
  brandIds: readonly number[],
) {
  if (!after) return eb.and([])
  const { createdAt, brandId, hin } = after
  // Nothing is looked up in a brand that the caller does not hold. Older warranties follow all the same.
  const id = eb
    .selectFrom('warranties as last')
    .select('last.id')
    .where('last.hin', '=', hin)
    .where('last.brand_id', '=', brandId)
    .where('last.brand_id', 'in', brandIds)
  // Row values compare as the index is ordered; both databases seek with them.
  return sql<boolean>`(created_at, id) < (${createdAt}, ${id})`
}
