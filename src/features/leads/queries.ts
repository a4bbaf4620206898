import type { Insertable, Selectable } from 'kysely'
import type { Micros } from '../../platform/clock.ts'
import { bulkInsert } from '../../platform/db/bulk-insert.ts'
import { inChunks } from '../../platform/db/chunks.ts'
import type { Reader, Trx } from '../../platform/db/db.ts'
import type { Schema } from '../../platform/db/schema.ts'

export type LeadRow = Selectable<Schema['leads']>
export type NewLead = Required<Omit<Insertable<Schema['leads']>, 'id'>>

/** Inserts leads with one statement, or a few. Returns ids and `received_at`, in any order. */
export const insertLeads = bulkInsert(
  'leads',
  {
    brand_id: 'number',
    contact_category: 'text',
    contact_email: 'text',
    body: 'text',
    send_to_dealer: 'flag',
    dealer_id: 'number',
    dealer: 'text',
    received_at: 'number',
    dealer_reason: 'text',
    token_id: 'number',
    client_address: 'text',
    user_agent: 'text',
    email_optin_given: 'flag',
    phone_optin_given: 'flag',
  },
  ['id', 'received_at'],
)

/** For ids of leads that exist. @throws NoResultError (Kysely's) otherwise */
export function getLead(reader: Reader, id: number): Promise<LeadRow> {
  return reader.selectFrom('leads').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** Records that a lead came again. */
export async function insertDuplicate(
  trx: Trx,
  duplicate: Insertable<Schema['lead_duplicates']>,
): Promise<void> {
  await trx.insertInto('lead_duplicates').values(duplicate).execute()
}

export function findLead(reader: Reader, id: number): Promise<LeadRow | undefined> {
  return reader.selectFrom('leads').selectAll().where('id', '=', id).executeTakeFirst()
}

interface Page {
  brandId: number
  category?: string | undefined
  /** Inclusive. */
  since?: Micros | undefined
  /** Exclusive. */
  until?: Micros | undefined
  newestFirst: boolean
  /** The last lead of the page before; only with the oldest first. */
  after?: { receivedAt: Micros; id: number } | undefined
  limit: number
}

/** Returns leads of a brand in the order of its index, so that every page costs the same. */
export function pageOfLeads(reader: Reader, page: Page): Promise<LeadRow[]> {
  const { after, category, since, until } = page
  const order = page.newestFirst ? 'desc' : 'asc'
  let query = reader.selectFrom('leads').selectAll().where('brand_id', '=', page.brandId)
  if (category !== undefined) query = query.where('contact_category', '=', category)
  if (until !== undefined) query = query.where('received_at', '<', until)
  // Only one of the two: with both, a database may start each page from the earlier one.
  if (!after && since !== undefined) query = query.where('received_at', '>=', since)
  if (after) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('received_at', 'id'), '>', tuple(after.receivedAt, after.id)),
    )
  }
  return query.orderBy('received_at', order).orderBy('id', order).limit(page.limit).execute()
}

/** Returns how often leads came again, by id; the others are absent. */
export async function countDuplicates(reader: Reader, ids: readonly number[]): Promise<Map<number, number>> {
  const counts = new Map<number, number>()
  for (const some of inChunks(ids)) {
    const rows = await reader
      .selectFrom('lead_duplicates')
      .select(({ fn }) => ['lead_id', fn.countAll<number>().as('count')])
      .where('lead_id', 'in', some)
      .groupBy('lead_id')
      .execute()
    for (const row of rows) counts.set(row.lead_id, row.count)
  }
  return counts
}

export type DuplicateRow = Selectable<Schema['lead_duplicates']>

/** Returns the times that leads came again, those of each lead in order. */
export async function listDuplicates(reader: Reader, leadIds: readonly number[]): Promise<DuplicateRow[]> {
  const rows: DuplicateRow[] = []
  for (const some of inChunks(leadIds)) {
    const query = reader.selectFrom('lead_duplicates').selectAll().where('lead_id', 'in', some)
    rows.push(...(await query.orderBy('id').execute()))
  }
  return rows
}

/** Returns leads in the order of their ids, from the first one above `after`. */
export function listForPruning(reader: Reader, after: number, limit: number) {
  return reader
    .selectFrom('leads')
    .select(['id', 'received_at'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Removes these leads and the records of when they came again. */
export async function removeLeads(trx: Trx, ids: readonly number[]): Promise<number> {
  const { numDeletedRows } = await trx.deleteFrom('leads').where('id', 'in', ids).executeTakeFirst()
  return Number(numDeletedRows)
}
