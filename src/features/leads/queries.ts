import type { ExpressionBuilder, Insertable, Selectable, Updateable } from 'kysely'
import type { Micros } from '../../platform/clock.ts'
import { bulkInsert } from '../../platform/db/bulk-insert.ts'
import { readInChunks } from '../../platform/db/chunks.ts'
import type { Reader, Trx } from '../../platform/db/db.ts'
import type { Schema } from '../../platform/db/schema.ts'
import { unindexed } from '../../platform/db/unindexed.ts'
import { leadTerms } from './terms.ts'

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
    state: 'text',
    updated_at: 'number',
  },
  ['id', 'received_at'],
)

/** For ids of leads that exist. @throws NoResultError (Kysely's) otherwise */
export function getLead(reader: Reader, id: number): Promise<LeadRow> {
  return reader.selectFrom('leads').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** How far a lead has come. A lead with a dealer that its CRM took is `forwarded`. */
export const STATES = ['received', 'assigned', 'forwarded', 'failed'] as const

export type LeadState = (typeof STATES)[number]

/** Returns the state of a lead whose CRM has neither taken nor refused it. */
export function stateBefore({ dealer_id }: Pick<LeadRow, 'dealer_id'>): LeadState {
  return dealer_id === null ? 'received' : 'assigned'
}

export async function changeLead(trx: Trx, id: number, change: Updateable<Schema['leads']>): Promise<void> {
  await trx.updateTable('leads').set(change).where('id', '=', id).execute()
}

/** Sets the state of these leads. */
export async function changeStates(
  trx: Trx,
  ids: readonly number[],
  { state, now }: { state: LeadState; now: Micros },
): Promise<void> {
  if (ids.length === 0) return
  await trx.updateTable('leads').set({ state, updated_at: now }).where('id', 'in', ids).execute()
}

/** Gives these leads the state from before their CRM took or refused them. */
export async function resetStates(trx: Trx, ids: readonly number[], now: Micros): Promise<void> {
  await trx
    .updateTable('leads')
    .set((eb) => ({
      state: eb.case().when('dealer_id', 'is', null).then('received').else('assigned').end(),
      updated_at: now,
    }))
    .where('id', 'in', ids)
    .execute()
}

export async function insertNote(trx: Trx, note: Insertable<Schema['lead_notes']>): Promise<void> {
  await trx.insertInto('lead_notes').values(note).execute()
}

/** Returns the notes on these leads, the oldest first. */
export function listNotes(reader: Reader, leadIds: readonly number[]) {
  return reader.selectFrom('lead_notes').selectAll().where('lead_id', 'in', leadIds).orderBy('id').execute()
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

interface Conditions {
  brandId: number
  category?: string | undefined
  state?: string | undefined
  /** The dealer's id. */
  dealer?: number | undefined
  /** Inclusive. */
  since?: Micros | undefined
  /** Exclusive. */
  until?: Micros | undefined
}

interface Page extends Conditions {
  /** The last lead of the page before. */
  after?: { receivedAt: Micros; id: number } | undefined
  limit: number
}

/** Returns leads of a brand, the oldest first, in the order of its index: every page costs the same. */
export function pageOfLeads(reader: Reader, page: Page): Promise<LeadRow[]> {
  const { after, since, until } = page
  let query = reader.selectFrom('leads').selectAll().where(matching(reader, page))
  if (until !== undefined) query = query.where('received_at', '<', until)
  // Only one of a bound and a position: with both, a database may start each page from the bound.
  if (since !== undefined && !after) query = query.where('received_at', '>=', since)
  if (after) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('received_at', 'id'), '>', tuple(after.receivedAt, after.id)),
    )
  }
  return query.orderBy('received_at').orderBy('id').limit(page.limit).execute()
}

/** Conditions of leads whose brand is known. */
export type Bounds = Omit<Conditions, 'brandId'>

/** Returns those of these ids whose leads meet the conditions, in the same order. */
export async function filterIds(
  reader: Reader,
  ids: readonly number[],
  { since, until, ...conditions }: Bounds,
): Promise<number[]> {
  const all = [since, until, ...Object.values(conditions)]
  if (all.every((condition) => condition === undefined)) return [...ids]
  const rows = await readInChunks(ids, (some) => {
    let query = reader
      .selectFrom('leads')
      .select('id')
      .where('id', 'in', some)
      .where(matching(reader, conditions))
    if (until !== undefined) query = query.where('received_at', '<', until)
    if (since !== undefined) query = query.where('received_at', '>=', since)
    return query.execute()
  })
  const matches = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => matches.has(id))
}

/** Returns these leads, in any order. */
export function findLeads(reader: Reader, ids: readonly number[]): Promise<LeadRow[]> {
  return readInChunks(ids, (some) => reader.selectFrom('leads').selectAll().where('id', 'in', some).execute())
}

/** Returns these leads with their brands' slugs, by id. */
export function findLeadsWithBrand(reader: Reader, ids: readonly number[]) {
  return readInChunks(ids, (some) =>
    reader
      .selectFrom('leads')
      .innerJoin('brands', 'brands.id', 'leads.brand_id')
      .selectAll('leads')
      .select('brands.slug')
      .where('leads.id', 'in', some)
      .orderBy('leads.id')
      .execute(),
  )
}

function matching(reader: Reader, { brandId, category, state, dealer }: Partial<Conditions>) {
  return ({ and, eb }: ExpressionBuilder<Schema, 'leads'>) =>
    and([
      ...(brandId === undefined ? [] : [eb('brand_id', '=', brandId)]),
      // The index of categories has another order than a page.
      ...(category === undefined ? [] : [eb(unindexed(reader, 'contact_category'), '=', category)]),
      ...(state === undefined ? [] : [eb('state', '=', state)]),
      ...(dealer === undefined ? [] : [eb('dealer_id', '=', dealer)]),
    ])
}

/** Returns how often leads came again, by id; the others are absent. */
export async function countDuplicates(reader: Reader, ids: readonly number[]): Promise<Map<number, number>> {
  const counted = reader
    .selectFrom('lead_duplicates')
    .select(({ fn }) => ['lead_id', fn.countAll<number>().as('count')])
    .groupBy('lead_id')
  const rows = await readInChunks(ids, (some) => counted.where('lead_id', 'in', some).execute())
  return new Map(rows.map((row) => [row.lead_id, row.count]))
}

export type DuplicateRow = Selectable<Schema['lead_duplicates']>

/** Returns the times that leads came again, those of each lead in order. */
export function listDuplicates(reader: Reader, leadIds: readonly number[]): Promise<DuplicateRow[]> {
  const duplicates = reader.selectFrom('lead_duplicates').selectAll().orderBy('id')
  return readInChunks(leadIds, (some) => duplicates.where('lead_id', 'in', some).execute())
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

/** Removes these leads, what they are found by, and the records of when they came again. */
export async function removeLeads(trx: Trx, ids: readonly number[]): Promise<number> {
  await leadTerms.remove(trx, ids)
  const { numDeletedRows } = await trx.deleteFrom('leads').where('id', 'in', ids).executeTakeFirst()
  return Number(numDeletedRows)
}
