import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Reader } from '../../platform/db/db.ts'
import type { Schema } from '../../platform/db/schema.ts'
import type { ListFilters } from './list-filters.ts'

type Tables = Pick<Schema, 'warranties'>

/**
 * A page of these brands' warranties, newest first. Each brand's part comes in order from its own index and the
 * parts are merged, so that the first page costs the same however many warranties there are.
 */
export function listPage(reader: Reader, brandIds: readonly number[], filters: ListFilters, offset: number) {
  const wanted = offset + filters.limit
  const parts = brandIds.map((brandId) => {
    const part = reader
      .selectFrom('warranties')
      .select(['id', 'created_at'])
      .where('brand_id', '=', brandId)
      .where((eb) => matching(eb, filters))
      .where((eb) => following(eb, filters))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(wanted)
    // SQLite takes no order or limit within a union but in a subquery.
    return reader.selectFrom(part.as('part')).select(['part.id', 'part.created_at'])
  })
  const [first, ...others] = parts
  const union = others.reduce<SelectQueryBuilder<never, never, { id: number; created_at: number }>>(
    (all, part) => all.unionAll(part as never),
    first as never,
  )
  const page = reader
    .selectFrom(union.as('newest'))
    .select('newest.id')
    .orderBy('newest.created_at', 'desc')
    .orderBy('newest.id', 'desc')
    .limit(filters.limit)
    .offset(offset)
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
    .execute()
}

/** How many warranties of these brands match. By brand and status alone they are counted already. */
export async function countWarranties(
  reader: Reader,
  brandIds: readonly number[],
  filters: ListFilters,
): Promise<number> {
  const { hin, modelYear, emailKey, registeredFrom, registeredTo, updatedSince, syncStatus, warrantyStatus } =
    filters
  const counted = [hin, modelYear, emailKey, registeredFrom, registeredTo, updatedSince, syncStatus].every(
    (filter) => filter === undefined,
  )
  if (counted) {
    let query = reader
      .selectFrom('warranty_counts')
      .select(({ fn }) => fn.coalesce(fn.sum<number>('total'), sql<number>`0`).as('total'))
      .where('brand_id', 'in', brandIds)
    if (warrantyStatus !== undefined) query = query.where('warranty_status', '=', warrantyStatus)
    return Number((await query.executeTakeFirstOrThrow()).total)
  }
  const row = await reader
    .selectFrom('warranties')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('brand_id', 'in', brandIds)
    .where((eb) => matching(eb, filters))
    .executeTakeFirstOrThrow()
  return row.total
}

function matching(eb: ExpressionBuilder<Tables, 'warranties'>, filters: ListFilters) {
  const { hin, warrantyStatus, modelYear, emailKey, registeredFrom, registeredTo, updatedSince, syncStatus } =
    filters
  const conditions = [
    ...(hin === undefined ? [] : [eb('hin', '=', hin)]),
    ...(warrantyStatus === undefined ? [] : [eb('warranty_status', '=', warrantyStatus)]),
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

function following(eb: ExpressionBuilder<Tables, 'warranties'>, { after }: ListFilters) {
  if (!after) return eb.and([])
  // Row values compare as the index is ordered; both databases seek with them.
  return sql<boolean>`(created_at, id) < (${after.createdAt}, ${after.id})`
}
