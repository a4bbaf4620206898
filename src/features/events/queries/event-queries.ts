import { type Selectable, sql } from 'kysely'
import type { Micros } from '../../../platform/clock.ts'
import { bulkInsert } from '../../../platform/db/bulk-insert.ts'
import { inChunks, readInChunks } from '../../../platform/db/chunks.ts'
import { compiledQuery } from '../../../platform/db/compiled-query.ts'
import type { Reader, Trx } from '../../../platform/db/db.ts'
import type { Schema } from '../../../platform/db/schema.ts'

export type EventRow = Selectable<Schema['events']>

/** The type of events whose person was erased. They keep their places: a poller may have seen one last. */
export const ERASED = 'erased'

/** Returns the events with these ids, in order. */
export function findEvents(reader: Reader, ids: readonly number[]): Promise<EventRow[]> {
  return readInChunks(ids, (some) =>
    reader.selectFrom('events').selectAll().where('id', 'in', some).orderBy('id').execute(),
  )
}

/** Inserts events. Returns all but their data, in any order. */
export const insertEvents = bulkInsert(
  'events',
  { brand_id: 'number', type: 'text', subject: 'text', data: 'text', created_at: 'number' },
  ['id', 'brand_id', 'type', 'subject', 'created_at'],
)

const listening = compiledQuery((reader, _: Record<never, never>) =>
  reader
    .selectFrom('event_endpoints')
    .innerJoin('event_endpoint_brands', 'endpoint_id', 'event_endpoints.id')
    .select(['event_endpoints.id', 'event_types', 'brand_id'])
    .where('active', '=', true)
    .orderBy('event_endpoints.id'),
)

/** Returns the active endpoints, each once for each of its brands. */
export function listListening(reader: Reader) {
  return listening(reader, {})
}

/** Returns events with these ids in order, without their data. */
export function listForReplay(
  reader: Reader,
  { brandIds, ids }: { brandIds: readonly number[]; ids: readonly number[] },
) {
  return readInChunks(ids, (some) =>
    reader
      .selectFrom('events')
      .select(['id', 'brand_id', 'type', 'subject'])
      .where('id', 'in', some)
      .where('brand_id', 'in', brandIds)
      .where('type', '<>', ERASED)
      .orderBy('id')
      .execute(),
  )
}

/** Returns events of a time in order, without their data: those with an id above `after`. */
export function pageForReplay(
  reader: Reader,
  {
    brandIds,
    since,
    until,
    after,
    limit,
  }: { brandIds: readonly number[]; since: Micros; until: Micros; after: number; limit: number },
) {
  return reader
    .selectFrom('events')
    .select(['id', 'brand_id', 'type', 'subject'])
    .where('id', '>', after)
    .where('brand_id', 'in', brandIds)
    .where('type', '<>', ERASED)
    .where('created_at', '>=', since)
    .where('created_at', '<', until)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Which part of the feed, by its places: what is behind one, in order, or what is ahead of one, the last first. */
type FeedPart = {
  types: readonly string[]
  brandIds: readonly number[] | undefined
  limit: number
} & ({ behind: number } | { ahead: number })

/** Returns a part of the feed. */
export async function listFeed(reader: Reader, part: FeedPart): Promise<EventRow[]> {
  const { types, brandIds, limit } = part
  if (types.length === 0 || brandIds?.length === 0) return []
  let query = reader.selectFrom('events').selectAll().where('type', 'in', types).limit(limit)
  if (brandIds) query = query.where('brand_id', 'in', brandIds)
  return 'behind' in part
    ? query.where('place', '>', part.behind).orderBy('place').execute()
    : query.where('place', '<', part.ahead).orderBy('place', 'desc').execute()
}

/** Returns an event's place in the feed; undefined for an event that is not stored. */
export async function findPlace(reader: Reader, id: number): Promise<number | undefined> {
  const row = await reader.selectFrom('events').select('place').where('id', '=', id).executeTakeFirst()
  return row?.place ?? undefined
}

/** Returns the id of the newest event; 0 where there is none. */
export async function newestId(reader: Reader): Promise<number> {
  const row = await reader.selectFrom('events').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  return row?.id ?? 0
}

export async function isAnyUnplaced(reader: Reader): Promise<boolean> {
  const row = await reader
    .selectFrom('events')
    .select('id')
    .where('place', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Gives places to up to `limit` events that have none, in the order of their ids. Returns how many. Call it under a lock.
 */
export async function givePlaces(trx: Trx, limit: number): Promise<number> {
  const { last } = await trx
    .selectFrom('events')
    .select(({ fn }) => fn.max('place').as('last'))
    .where('place', 'is not', null)
    .executeTakeFirstOrThrow()
  const rows = await trx
    .with('unplaced', (db) =>
      db.selectFrom('events').select('id').where('place', 'is', null).orderBy('id').limit(limit),
    )
    .with('numbered', (db) =>
      db.selectFrom('unplaced').select(['id', sql<number>`row_number() over (order by id)`.as('number')]),
    )
    .updateTable('events')
    .from('numbered')
    .set(({ ref }) => ({ place: sql<number>`${ref('numbered.number')} + ${sql.lit(last ?? 0)}` }))
    .whereRef('events.id', '=', 'numbered.id')
    .returning('events.id')
    .execute()
  return rows.length
}

/** Returns the first events by id. */
export function listOldest(reader: Reader, limit: number) {
  return reader.selectFrom('events').select(['id', 'created_at']).orderBy('id').limit(limit).execute()
}

export async function removeEvents(trx: Trx, ids: readonly number[]): Promise<void> {
  for (const some of inChunks(ids)) await trx.deleteFrom('events').where('id', 'in', some).execute()
}
