import { type Insertable, sql, type Updateable } from 'kysely'
import type { Micros } from '../../../platform/clock.ts'
import { bulkInsert } from '../../../platform/db/bulk-insert.ts'
import { compiledQuery } from '../../../platform/db/compiled-query.ts'
import type { Reader, Trx } from '../../../platform/db/db.ts'
import { jsonNumber, jsonRows, jsonText, toJsonList } from '../../../platform/db/json-rows.ts'
import type { Schema } from '../../../platform/db/schema.ts'

const CONTACT = [
  'ownerships.id as contact_id',
  'ownerships.first_name',
  'ownerships.last_name',
  'ownerships.email',
  'ownerships.phone',
  'ownerships.address',
  'ownerships.zipcode',
  'ownerships.city',
  'ownerships.state',
  'ownerships.country_code',
] as const

/** A warranty with its present owner. */
export type WarrantyRow = Awaited<ReturnType<typeof findWarranties>>[number]

export type ListedRow = Pick<
  WarrantyRow,
  | 'hin'
  | 'brand_id'
  | 'model'
  | 'model_year'
  | 'registration_date'
  | 'warranty_notes'
  | 'warranty_status'
  | 'first_name'
  | 'last_name'
  | 'email'
  | 'phone'
  | 'zipcode'
>

/** Warranties, each with its present owner. */
export function withOwner(reader: Reader) {
  return reader
    .selectFrom('warranties')
    .innerJoin('ownerships', (join) =>
      join.onRef('ownerships.warranty_id', '=', 'warranties.id').on('ownerships.transfer_date', 'is', null),
    )
    .selectAll('warranties')
    .select(CONTACT)
}

const ofHull = compiledQuery((reader, { hin, brandIds }: { hin: string; brandIds: readonly number[] }) =>
  withOwner(reader).where('warranties.brand_id', 'in', brandIds).where('hin', '=', hin),
)

const ofHulls = compiledQuery((reader, { hins }: { hins: string }) =>
  withOwner(reader).innerJoin(jsonRows(reader, hins), (join) => join.on('warranties.hin', '=', jsonText(0))),
)

/** A hull, and the brands that it is looked for in. */
export interface HullSearch {
  hin: string
  brandIds: readonly number[]
}

/** `findWarranties` for many in one statement; the answers stand as the searches do. */
export async function findWarrantiesTogether(
  reader: Reader,
  searches: readonly HullSearch[],
): Promise<WarrantyRow[][]> {
  const hins = [...new Set(searches.map(({ hin }) => hin))]
  const found = Map.groupBy(await ofHulls(reader, { hins: toJsonList(hins) }), ({ hin }) => hin)
  return searches.map(({ hin, brandIds }) =>
    (found.get(hin) ?? []).filter(({ brand_id }) => brandIds.includes(brand_id)),
  )
}

/** The warranties of this hull among these brands: one a brand at most. */
export function findWarranties(reader: Reader, hin: string, brandIds: readonly number[]) {
  return ofHull(reader, { hin, brandIds })
}

const byId = compiledQuery((reader, { id }: { id: number }) =>
  withOwner(reader).where('warranties.id', '=', id),
)

/** Throws a plain Error where there is none: for ids of warranties that are there. */
export async function getWarranty(reader: Reader, id: number): Promise<WarrantyRow> {
  const [row] = await byId(reader, { id })
  if (!row) throw new Error(`There is no warranty with the id ${id}.`)
  return row
}

const byIds = compiledQuery((reader, { ids }: { ids: string }) =>
  withOwner(reader).innerJoin(jsonRows(reader, ids), (join) => join.on('warranties.id', '=', jsonNumber(0))),
)

/** Those of the warranties that there are; undefined stands for the others. */
export async function getWarranties(
  reader: Reader,
  ids: readonly number[],
): Promise<(WarrantyRow | undefined)[]> {
  const distinct = [...new Set(ids)]
  const rows = await byIds(reader, { ids: toJsonList(distinct) })
  const found = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => found.get(id))
}

/** All owners of these warranties, each warranty's first owner first. */
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

/** Inserts what has no namesake in its brand; answers what was inserted. */
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
  [],
)

export async function updateWarranty(
  trx: Trx,
  id: number,
  change: Updateable<Schema['warranties']>,
): Promise<void> {
  await trx.updateTable('warranties').set(change).where('id', '=', id).execute()
}

/**
 * Marks the warranty as changed, before it is read and changed: until the transaction ends nobody else changes it. Who
 * waited for somebody else's change comes after it, whatever their clocks say.
 */
export async function touchWarranty(trx: Trx, id: number, now: number): Promise<void> {
  await trx
    .updateTable('warranties')
    .set({ updated_at: movedOn(now) })
    .where('id', '=', id)
    .execute()
}

/** Now, or just after the last change where that was later: who polls for changes must not pass one over. */
function movedOn(now: Micros) {
  return sql<Micros>`case when updated_at < ${now} then ${now} else updated_at + 1 end`
}

export async function updateOwnership(
  trx: Trx,
  id: number,
  change: Updateable<Schema['ownerships']>,
): Promise<void> {
  await trx.updateTable('ownerships').set(change).where('id', '=', id).execute()
}

/** Adds to the brands' totals by status; negative numbers take away. */
export async function addToCounts(
  trx: Trx,
  changes: { brand_id: number; warranty_status: string; total: number }[],
): Promise<void> {
  if (changes.length === 0) return
  // In one order everywhere, so that two transactions wait for each other in turn and never in a circle.
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

// In so many words: only then do the databases know that the index of active warranties will do.
const ACTIVE = sql.lit<'active'>('active')

/** Turns up to `limit` active warranties whose end date lies before `today` to expired; answers them. */
export function expireSome(trx: Trx, today: string, now: number, limit: number) {
  return (
    trx
      .updateTable('warranties')
      .set({ warranty_status: 'expired', updated_at: movedOn(now) })
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('warranties')
          .select('id')
          .where('warranty_status', '=', ACTIVE)
          .where('warranty_end_date', '<', today)
          .orderBy('warranty_end_date')
          .limit(limit),
      )
      // Again, for what another transaction may have changed between the two looks.
      .where('warranty_status', '=', 'active')
      .where('warranty_end_date', '<', today)
      .returning(['id', 'brand_id', 'hin'])
      .execute()
  )
}
