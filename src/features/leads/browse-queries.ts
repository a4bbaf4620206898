import { type SelectQueryBuilder, sql } from 'kysely'
import type { Micros } from '../../platform/clock.ts'
import { countRows } from '../../platform/db/count-rows.ts'
import type { Reader } from '../../platform/db/db.ts'
import { countMerged, readMerged } from '../../platform/db/merged.ts'
import { unindexed } from '../../platform/db/unindexed.ts'
import { MOST_COUNTED, type Window } from '../../platform/paging.ts'
import { type Bounds, STATES } from './queries.ts'

/** Which leads a list has: those of these brands, at least one, that meet the conditions. */
export interface BrowseConditions extends Bounds {
  brandIds: readonly number[]
}

/** A lead's place in the list: the newest comes first. */
export type BrowseKey = [receivedAt: Micros, id: number]

interface Listed {
  id: number
  received_at: Micros
}

type Part = SelectQueryBuilder<never, never, Listed>

/** Returns the ids of a part of the list, the newest first. */
export function browse(
  reader: Reader,
  conditions: BrowseConditions,
  { limit, offset, after }: Window<BrowseKey>,
): Promise<Listed[]> {
  return readMerged(
    conditions.brandIds,
    { limit, offset },
    {
      read: (brandIds, { limit, offset }) =>
        unionOf(reader, { ...conditions, brandIds }, { wanted: offset + limit, after })
          .orderBy('newest.received_at', 'desc')
          .orderBy('newest.id', 'desc')
          .limit(limit)
          .offset(offset)
          .execute(),
      compare: (a, b) => b.received_at - a.received_at || b.id - a.id,
    },
  )
}

/** Returns the number of matching leads, counted as far as lists are. */
export function countBrowsed(reader: Reader, conditions: BrowseConditions): Promise<number> {
  return countMerged(conditions.brandIds, MOST_COUNTED + 1, (brandIds, most) =>
    countRows(reader, unionOf(reader, { ...conditions, brandIds }, { wanted: most }).limit(most)),
  )
}

/** Each part comes in order from an index that has all its conditions, and the parts are merged. */
function unionOf(
  reader: Reader,
  conditions: BrowseConditions,
  { wanted, after }: { wanted: number; after?: BrowseKey | undefined },
) {
  const { since, until } = conditions
  const parts = indexedParts(reader, conditions).map((condition) => {
    const part = reader
      .selectFrom('leads')
      .select(['id', 'received_at'])
      .where(condition)
      .$if(since !== undefined, (query) => query.where('received_at', '>=', since!))
      // Only one of a bound and a position: with both, a database may start each page from the bound.
      .$if(until !== undefined && !after, (query) => query.where('received_at', '<', until!))
      .$if(after !== undefined, (query) =>
        query.where(sql<boolean>`(received_at, id) < (${after![0]}, ${after![1]})`),
      )
      .orderBy('received_at', 'desc')
      .orderBy('id', 'desc')
      .limit(wanted)
    // Within a union, SQLite accepts an order or limit only in a subquery.
    return reader.selectFrom(part.as('part')).select(['part.id', 'part.received_at']) as unknown as Part
  })
  const [first, ...others] = parts
  const union = others.reduce<Part>((all, part) => all.unionAll(part as never), first!)
  return reader.selectFrom(union.as('newest')).select(['newest.id', 'newest.received_at'])
}

/** A dealer has few leads, which are checked one by one. The index of categories is ordered within a state. */
function indexedParts(reader: Reader, { brandIds, category, state, dealer }: BrowseConditions) {
  if (dealer !== undefined) {
    const others = [
      sql`${unindexed(reader, 'brand_id', 'number')} in (${sql.join(brandIds)})`,
      ...(category === undefined ? [] : [sql`${unindexed(reader, 'contact_category')} = ${category}`]),
      ...(state === undefined ? [] : [sql`${unindexed(reader, 'state')} = ${state}`]),
    ]
    return [sql<boolean>`dealer_id = ${dealer} and ${sql.join(others, sql` and `)}`]
  }
  const states = category !== undefined && state === undefined ? STATES : [state]
  return brandIds.flatMap((brandId) =>
    states.map((one) => {
      const conditions = [
        sql`brand_id = ${brandId}`,
        ...(category === undefined ? [] : [sql`contact_category = ${category}`]),
        ...(one === undefined ? [] : [sql`state = ${one}`]),
      ]
      return sql<boolean>`${sql.join(conditions, sql` and `)}`
    }),
  )
}
