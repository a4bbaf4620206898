import { type Insertable, sql, type Updateable } from 'kysely'
import type { Micros } from '../../../platform/clock.ts'
import { bulkInsert } from '../../../platform/db/bulk-insert.ts'
import { compiledQuery } from '../../../platform/db/compiled-query.ts'
import { countRows } from '../../../platform/db/count-rows.ts'
import type { Reader, Trx } from '../../../platform/db/db.ts'
import { jsonNumber, jsonRows, jsonText, toJsonList } from '../../../platform/db/json-rows.ts'
import type { Schema } from '../../../platform/db/schema.ts'
import { MOST_COUNTED } from '../../../platform/paging.ts'

/** An owner's columns that the contact of a record shows. */
export const CONTACT_COLUMNS = [
  'first_name',
  'last_name',
  'email',
  'phone',
  'address',
  'zipcode',
  'city',
  'state',
  'country_code',
] as const

/** A warranty with its current owner. */
export type WarrantyRow = Awaited<ReturnType<ReturnType<typeof withOwner>['execute']>>[number]

/** Returns a query for warranties, each with its current owner. */
export function withOwner(reader: Reader) {
  return reader
    .selectFrom('warranties')
    .innerJoin('ownerships', (join) =>
      join.onRef('ownerships.warranty_id', '=', 'warranties.id').on('ownerships.transfer_date', 'is', null),
    )
    .selectAll('warranties')
    .select(['ownerships.id as contact_id', ...CONTACT_COLUMNS.map((name) => `ownerships.${name}` as const)])
}

const byHull = compiledQuery((reader, { hin, brandIds }: { hin: string; brandIds: readonly number[] }) =>
  withOwner(reader).where('warranties.brand_id', 'in', brandIds).where('hin', '=', hin),
)

const byHulls = compiledQuery((reader, { hins }: { hins: string }) =>
  withOwner(reader).innerJoin(jsonRows(reader, hins), (join) => join.on('warranties.hin', '=', jsonText(0))),
)

/** A hull, and the brands to look in. */
export interface HullSearch {
  hin: string
  brandIds: readonly number[]
}

/** Does the same as `findWarranties` for several searches in one statement; returns their results in order. */
export async function findWarrantiesByHull(
  reader: Reader,
  searches: readonly HullSearch[],
): Promise<WarrantyRow[][]> {
  const hins = [...new Set(searches.map(({ hin }) => hin))]
  const found = Map.groupBy(await byHulls(reader, { hins: toJsonList(hins) }), ({ hin }) => hin)
  return searches.map(({ hin, brandIds }) =>
    (found.get(hin) ?? []).filter(({ brand_id }) => brandIds.includes(brand_id)),
  )
}

/** Returns the hull's warranties in these brands, at most one a brand. */
export async function findWarranties(reader: Reader, search: HullSearch): Promise<WarrantyRow[]> {
  return search.brandIds.length > 0 ? byHull(reader, { ...search }) : []
}

const byId = compiledQuery((reader, { id }: { id: number }) =>
  withOwner(reader).where('warranties.id', '=', id),
)

/** Returns the warranty with this id, which must exist. */
export async function getWarranty(reader: Reader, id: number): Promise<WarrantyRow> {
  const [row] = await byId(reader, { id })
  if (!row) throw new Error(`There is no warranty with the id ${id}.`)
  return row
}

const byIds = compiledQuery((reader, { ids }: { ids: string }) =>
  withOwner(reader).innerJoin(jsonRows(reader, ids), (join) => join.on('warranties.id', '=', jsonNumber(0))),
)

/** Returns the warranties with these ids, in order; undefined for an id that does not exist. */
export async function getWarranties(
  reader: Reader,
  ids: readonly number[],
): Promise<(WarrantyRow | undefined)[]> {
  const distinct = [...new Set(ids)]
  const rows = await byIds(reader, { ids: toJsonList(distinct) })
  const found = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => found.get(id))
}

/** Returns all owners of these warranties, each warranty's first owner first. */
export function listOwnerships(reader: Reader, warrantyIds: readonly number[]) {
  return reader
    .selectFrom('ownerships')
    .selectAll()
    .where('warranty_id', 'in', warrantyIds)
    .orderBy('warranty_id')
    .orderBy('id')
    .execute()
}

export type NewWarranty = Insertable<Schema['warranties']>
export type NewOwnership = Omit<Insertable<Schema['ownerships']>, 'warranty_id'>

/** Inserts the warranties whose HIN is new to their brand, and returns those. */
export const insertWarranties = bulkInsert(
  'warranties',
  {
    brand_id: 'number',
    hin: 'text',
    model: 'text',
    model_code: 'text',
    model_year: 'text',
    is_used: 'flag',
    registration_date: 'date',
    purchase_date: 'date',
    warranty_start_date: 'date',
    warranty_duration_months: 'number',
    warranty_end_date: 'date',
    coverage_type: 'text',
    warranty_status: 'text',
    warranty_notes: 'text',
    order_number: 'text',
    external_order_number: 'text',
    warranty_external_id: 'text',
    sync_status: 'text',
    created_by: 'number',
    created_at: 'number',
    updated_at: 'number',
  },
  ['id', 'brand_id', 'hin'],
  { unique: ['brand_id', 'hin'] },
)

export const insertOwnerships = bulkInsert(
  'ownerships',
  {
    warranty_id: 'number',
    first_name: 'text',
    last_name: 'text',
    email: 'text',
    email_key: 'text',
    phone: 'text',
    address: 'text',
    zipcode: 'text',
    city: 'text',
    state: 'text',
    country_code: 'text',
    registration_date: 'date',
    purchase_date: 'date',
    transfer_date: 'date',
    transfer_notes: 'text',
    created_at: 'number',
  },
  ['id', 'warranty_id', 'transfer_date'],
)

export async function updateWarranty(
  trx: Trx,
  id: number,
  change: Updateable<Schema['warranties']>,
): Promise<void> {
  await trx.updateTable('warranties').set(change).where('id', '=', id).execute()
}

/**
 * Marks the warranty as changed and locks it: call this before reading and changing it. A transaction that waited for
 * another one gets a later time, whatever the clocks say.
 */
export async function touchWarranty(trx: Trx, id: number, now: number): Promise<void> {
  await trx
    .updateTable('warranties')
    .set({ updated_at: laterThanLast(now) })
    .where('id', '=', id)
    .execute()
}

/** Returns now, or a moment after a last change that is later: a client that polls for changes must not miss one. */
function laterThanLast(now: Micros) {
  return sql<Micros>`case when updated_at < ${now} then ${now} else updated_at + 1 end`
}

export async function updateOwnership(
  trx: Trx,
  id: number,
  change: Updateable<Schema['ownerships']>,
): Promise<void> {
  await trx.updateTable('ownerships').set(change).where('id', '=', id).execute()
}

/** Adds to the brands' totals by status. Negative numbers subtract. */
export async function addToCounts(
  trx: Trx,
  changes: { brand_id: number; warranty_status: string; total: number }[],
): Promise<void> {
  if (changes.length === 0) return
  // The same order everywhere: two transactions never wait for each other in a circle.
  const sorted = changes.toSorted(
    (a, b) => a.brand_id - b.brand_id || (a.warranty_status < b.warranty_status ? -1 : 1),
  )
  await trx
    .insertInto('warranty_counts')
    .values(sorted)
    .onConflict((conflict) =>
      conflict
        .columns(['brand_id', 'warranty_status'])
        .doUpdateSet((eb) => ({ total: eb('warranty_counts.total', '+', eb.ref('excluded.total')) })),
    )
    .execute()
}

// A literal: only then do the databases use the index of active warranties.
export const ACTIVE = sql.lit<'active'>('active')

/** Expires up to `limit` active warranties that ended before `today`, and returns them. */
export function expireSome(trx: Trx, today: string, now: number, limit: number) {
  return (
    trx
      .updateTable('warranties')
      .set({ warranty_status: 'expired', updated_at: laterThanLast(now) })
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('warranties')
          .select('id')
          .where('warranty_status', '=', ACTIVE)
          .where('warranty_end_date', '<', today)
          .orderBy('warranty_end_date')
          .limit(limit),
      )
      // Checked again: another transaction may have changed the row meanwhile.
      .where('warranty_status', '=', 'active')
      .where('warranty_end_date', '<', today)
      .returning(['id', 'brand_id', 'hin'])
      .execute()
  )
}

/** Returns how many warranties of these brands their CRMs never took, counted as far as lists are. */
export async function countFailedSyncs(reader: Reader, brandIds: readonly number[]): Promise<number> {
  const ids = reader
    .selectFrom('warranties')
    .select('id')
    .where('brand_id', 'in', brandIds)
    // A literal: the partial index is not used for a parameter.
    .where('sync_status', '=', sql.lit('failed'))
    .limit(MOST_COUNTED)
  return countRows(reader, ids)
}
