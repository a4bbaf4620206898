import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Micros } from '../../../platform/clock.ts'
import { countRows } from '../../../platform/db/count-rows.ts'
import type { Reader } from '../../../platform/db/db.ts'
import { jsonNumber, matchedByJsonRows, toJsonList } from '../../../platform/db/json-rows.ts'
import { countMerged, readMerged } from '../../../platform/db/merged.ts'
import { unindexed } from '../../../platform/db/unindexed.ts'
import type { Window } from '../../../platform/paging.ts'
import { type SyncStatus, WARRANTY_STATUSES, type WarrantyStatus } from '../schemas.ts'
import { ACTIVE } from './queries.ts'

/** Which warranties the administration lists. Omitted conditions match all. */
export interface BrowseConditions {
  brandIds: readonly number[]
  status?: WarrantyStatus | undefined
  /** Set when active warranties past this day await the daily run: they are expired. */
  overdueOn?: string | undefined
  syncStatus?: SyncStatus | undefined
  modelYear?: string | undefined
  registeredFrom?: string | undefined
  registeredTo?: string | undefined
  updatedSince?: Micros | undefined
}

/** A warranty's place in the list: the newest comes first. */
export type BrowseKey = [createdAt: number, id: number]

/** What the rows are found by, with or without a status; the other conditions are checked row by row. */
export type Driver = 'status' | 'year' | 'synced' | 'registered' | 'updated'

/** Their indexes have the order of the list. */
const ORDERED: readonly Driver[] = ['status', 'year', 'synced']

type Part = SelectQueryBuilder<never, never, { id: number; created_at: number }>

/** Returns the ids of a part of the list, the newest first. */
export function browse(
  reader: Reader,
  conditions: BrowseConditions,
  driver: Driver,
  { limit, offset, after }: Window<BrowseKey>,
): Promise<{ id: number; created_at: number }[]> {
  return readMerged(
    conditions.brandIds,
    { limit, offset },
    {
      read: (brandIds, { limit, offset }) =>
        unionOf(reader, { ...conditions, brandIds }, driver, { wanted: offset + limit, after })
          .orderBy('newest.created_at', 'desc')
          .orderBy('newest.id', 'desc')
          .limit(limit)
          .offset(offset)
          .execute(),
      compare: (a, b) => b.created_at - a.created_at || b.id - a.id,
    },
  )
}

/** Returns how many warranties match, counted no further than `most`. */
export function countBrowsed(
  reader: Reader,
  conditions: BrowseConditions,
  driver: Driver,
  most: number,
): Promise<number> {
  return countMerged(conditions.brandIds, most, (brandIds, most) =>
    countRows(reader, unionOf(reader, { ...conditions, brandIds }, driver, { wanted: most }).limit(most)),
  )
}

/** Returns those of the ids whose warranties match, in the same order. Brands are not checked. */
export async function filterIds(
  reader: Reader,
  ids: readonly number[],
  { brandIds: _, ...conditions }: BrowseConditions,
): Promise<number[]> {
  if (ids.length === 0 || Object.values(conditions).every((condition) => condition === undefined))
    return [...ids]
  const rows = await reader
    .selectFrom(
      matchedByJsonRows(reader, toJsonList(ids), 'warranties', sql`warranties.id = ${jsonNumber(0)}`),
    )
    .select('id')
    .where(matching(reader, { brandIds: [], ...conditions }, 'status'))
    .execute()
  const matches = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => matches.has(id))
}

/**
 * Returns what finds the warranties with the least work: a span of dates, or a synchronization beside a model year,
 * where at most `most` warranties have it. No index has everything, and a database without statistics chooses badly.
 */
export async function chooseDriver(
  reader: Reader,
  { brandIds, ...conditions }: BrowseConditions,
  most: number,
): Promise<Driver> {
  const { status, overdueOn, syncStatus, modelYear, registeredFrom, registeredTo, updatedSince } = conditions
  const isNarrow = async (span: Partial<BrowseConditions>, driver: Driver) =>
    (await countBrowsed(reader, { brandIds, ...span }, driver, most + 1)) <= most
  if (updatedSince !== undefined && (await isNarrow({ updatedSince }, 'updated'))) return 'updated'
  const isRange = registeredFrom !== undefined || registeredTo !== undefined
  if (isRange && (await isNarrow({ registeredFrom, registeredTo }, 'registered'))) return 'registered'
  if (modelYear === undefined) return syncStatus === undefined ? 'status' : 'synced'
  if (syncStatus === undefined) return 'year'
  return (await isNarrow({ status, overdueOn, syncStatus }, 'synced')) ? 'synced' : 'year'
}

/** Each brand's part comes in order from its own index, and the parts are merged. */
function unionOf(
  reader: Reader,
  conditions: BrowseConditions,
  driver: Driver,
  { wanted, after }: { wanted: number; after?: BrowseKey | undefined },
) {
  const parts = conditions.brandIds.flatMap((brandId) =>
    storedStatuses(conditions, driver).map((status) => {
      const part = reader
        .selectFrom('warranties')
        .select(['id', 'created_at'])
        .where('brand_id', '=', brandId)
        .where(matching(reader, { ...conditions, status }, driver))
        .$if(after !== undefined, (query) =>
          query.where(sql<boolean>`(created_at, id) < (${after![0]}, ${after![1]})`),
        )
        // Without an index that has this order, a span of dates is read completely, and then sorted.
        .orderBy(ORDERED.includes(driver) ? sql.ref('created_at') : sql`+created_at`, 'desc')
        .orderBy(ORDERED.includes(driver) ? sql.ref('id') : sql`+id`, 'desc')
        .limit(wanted)
      // Within a union, SQLite accepts an order or limit only in a subquery.
      return reader.selectFrom(part.as('part')).select(['part.id', 'part.created_at']) as unknown as Part
    }),
  )
  const [first, ...others] = parts
  const union = others.reduce<Part>((all, part) => all.unionAll(part as never), first!)
  return reader.selectFrom(union.as('newest')).select(['newest.id', 'newest.created_at'])
}

/** The indexes of model years and synchronization are ordered within a status: there, each status is a part. */
function storedStatuses({ status }: BrowseConditions, driver: Driver) {
  if (status) return [status]
  return driver === 'year' || driver === 'synced' ? WARRANTY_STATUSES : [undefined]
}

function matching(
  reader: Reader,
  { status, overdueOn, syncStatus, modelYear, registeredFrom, registeredTo, updatedSince }: BrowseConditions,
  driver: Driver,
): RawBuilder<SqlBool> {
  const column = (name: string, type: 'text' | 'number' | 'date', ...drivers: Driver[]) =>
    drivers.includes(driver) ? sql.ref(name) : unindexed(reader, name, type)
  const conditions = [
    ...(status === undefined
      ? []
      : [statusIs(reader, column('warranty_status', 'text', ...ORDERED), status, overdueOn)]),
    ...(syncStatus === undefined ? [] : [sql`${column('sync_status', 'text', 'synced')} = ${syncStatus}`]),
    ...(modelYear === undefined ? [] : [sql`${column('model_year', 'text', 'year')} = ${modelYear}`]),
    ...(registeredFrom === undefined
      ? []
      : [sql`${column('registration_date', 'date', 'registered')} >= ${registeredFrom}`]),
    ...(registeredTo === undefined
      ? []
      : [sql`${column('registration_date', 'date', 'registered')} <= ${registeredTo}`]),
    ...(updatedSince === undefined
      ? []
      : [sql`${column('updated_at', 'number', 'updated')} >= ${updatedSince}`]),
  ]
  return conditions.length === 0 ? sql<SqlBool>`1 = 1` : sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
}

function statusIs(
  reader: Reader,
  column: RawBuilder<unknown>,
  status: string,
  overdueOn: string | undefined,
) {
  if (overdueOn === undefined || status === 'voided') return sql`${column} = ${status}`
  const overdue = reader
    .selectFrom('warranties')
    .select('id')
    .where('warranty_status', '=', ACTIVE)
    .where('warranty_end_date', '<', overdueOn)
  return status === 'active'
    ? sql`${column} = 'active' and id not in ${overdue}`
    : sql`(${column} = 'expired' or id in ${overdue})`
}
