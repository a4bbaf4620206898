import { type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { readInChunks } from '../../../platform/db/chunks.ts'
import type { Reader } from '../../../platform/db/db.ts'
import type { Schema } from '../../../platform/db/schema.ts'
import type { Window } from '../../../platform/paging.ts'
import { contains } from './list-queries.ts'
import { type BrandIds, carries } from './visible.ts'

export type StoredGroup = Awaited<ReturnType<typeof listGroups>>[number]

/** The conditions that listed groups meet. */
export interface GroupFilter {
  /** The brands of the caller, who sees the groups of their dealers, and empty ones. */
  brandIds: BrandIds
  /** Text in the name. */
  text?: string
}

/** Returns a part of the matching groups, by id. */
export function listGroups(reader: Reader, filter: GroupFilter, { limit, offset, after }: Window<[number]>) {
  return reader
    .selectFrom('dealer_groups')
    .selectAll()
    .where(matches(reader, filter))
    .where('id', '>', after?.[0] ?? 0)
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
}

/** Returns the number of matching groups, counted no further than `most`. */
export async function countGroups(reader: Reader, filter: GroupFilter, most: number): Promise<number> {
  const { total } = await reader
    .selectFrom((eb) =>
      eb.selectFrom('dealer_groups').select('id').where(matches(reader, filter)).limit(most).as('found'),
    )
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** Returns the groups with this id or this name that the caller sees, by id. */
export function findGroups(
  reader: Reader,
  brandIds: BrandIds,
  { id = 0, name = '' }: { id?: number; name?: string },
) {
  return reader
    .selectFrom('dealer_groups')
    .selectAll()
    .where(isVisible(brandIds))
    .where((eb) => eb.or([eb('id', '=', id), eb('name', '=', name)]))
    .orderBy('id')
    .execute()
}

/** Returns the number of dealers of each group that carry one of the brands. */
export async function countMembers(
  reader: Reader,
  groupIds: readonly number[],
  brandIds: BrandIds,
): Promise<Map<number, number>> {
  const members = reader
    .selectFrom('dealers')
    .select((eb) => ['group_id', eb.fn.countAll<number>().as('total')])
    .where(carries(brandIds))
    .groupBy('group_id')
  const rows = await readInChunks(groupIds, (some) => members.where('group_id', 'in', some).execute())
  return new Map(rows.map(({ group_id, total }) => [group_id!, total]))
}

/** Returns the names of groups, by their ids. */
export async function listGroupNames(reader: Reader, ids: readonly number[]): Promise<Map<number, string>> {
  const groups = reader.selectFrom('dealer_groups').select(['id', 'name'])
  const rows = await readInChunks(ids, (some) => groups.where('id', 'in', some).execute())
  return new Map(rows.map(({ id, name }) => [id, name]))
}

function matches(reader: Reader, { brandIds, text = '' }: GroupFilter) {
  return (eb: ExpressionBuilder<Schema, 'dealer_groups'>) =>
    eb.and([
      isVisible(brandIds)(eb),
      ...(text === '' ? [] : [contains(reader, 'name', text, { anywhere: true })]),
    ])
}

function isVisible(brandIds: BrandIds) {
  return (eb: ExpressionBuilder<Schema, 'dealer_groups'>) => {
    if (!brandIds) return sql<SqlBool>`1 = 1`
    const members = eb
      .selectFrom('dealers')
      .select('dealers.id')
      .whereRef('dealers.group_id', '=', 'dealer_groups.id')
    return eb.or([eb.not(eb.exists(members)), eb.exists(members.where(carries(brandIds)))])
  }
}
