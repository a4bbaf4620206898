import type { ExpressionBuilder, Insertable, Selectable, Updateable } from 'kysely'
import type { Micros } from '../../platform/clock.ts'
import { inChunks, readInChunks } from '../../platform/db/chunks.ts'
import { countRows } from '../../platform/db/count-rows.ts'
import type { Reader, Trx } from '../../platform/db/db.ts'
import type { Schema } from '../../platform/db/schema.ts'
import { MOST_COUNTED } from '../../platform/paging.ts'
import { createTermIndex } from '../../platform/term-index.ts'
import type { toOwner } from '../warranties/index.ts'

/** An owner as a registration keeps it, with the fields of a warranty's contact. */
type OwnerContact = Omit<ReturnType<typeof toOwner>, 'email_key'>

/** Finds registrations by their HINs and owners. */
export const registrationTerms = createTermIndex('registration_terms', 'registrations')

/** How far a registration has come. */
export const STATES = ['received', 'accepted', 'rejected'] as const

export type RegistrationState = (typeof STATES)[number]

export type RegistrationRow = ReturnType<typeof toRow>
export type NewRegistration = Omit<Insertable<Schema['registrations']>, 'id' | 'contact'> & {
  contact: OwnerContact
}

/** Inserts a registration. Returns its row. */
export async function insertRegistration(
  trx: Trx,
  { contact, ...fields }: NewRegistration,
): Promise<RegistrationRow> {
  const row = await trx
    .insertInto('registrations')
    .values({ ...fields, contact: JSON.stringify(contact) })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toRow(row)
}

export async function findRegistration(reader: Reader, id: number): Promise<RegistrationRow | undefined> {
  const [row] = await findRegistrations(reader, [id])
  return row
}

/** Returns these registrations, in any order. */
export async function findRegistrations(reader: Reader, ids: readonly number[]): Promise<RegistrationRow[]> {
  const rows = await readInChunks(ids, (some) =>
    reader.selectFrom('registrations').selectAll().where('id', 'in', some).execute(),
  )
  return rows.map(toRow)
}

export async function changeRegistration(
  trx: Trx,
  id: number,
  change: Updateable<Schema['registrations']>,
): Promise<void> {
  await trx.updateTable('registrations').set(change).where('id', '=', id).execute()
}

export interface Bounds {
  state?: RegistrationState | undefined
  /** Inclusive. */
  since?: Micros | undefined
  /** Exclusive. */
  until?: Micros | undefined
}

interface Part extends Bounds {
  brandId: number
  /** The last registration of the page before. */
  after?: { receivedAt: Micros; id: number } | undefined
  limit: number
}

/** Returns a brand's newest registrations in the order of its index, so that every page costs the same. */
export async function newestRegistrations(reader: Reader, part: Part): Promise<RegistrationRow[]> {
  const { after, until, brandId, limit } = part
  let query = reader
    .selectFrom('registrations')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where(within({ ...part, until: after ? undefined : until }))
  if (after) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('received_at', 'id'), '<', tuple(after.receivedAt, after.id)),
    )
  }
  const rows = await query.orderBy('received_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
  return rows.map(toRow)
}

/** Returns the number of matching registrations, counted as far as lists are. */
export async function countRegistrations(
  reader: Reader,
  brandIds: readonly number[],
  bounds: Bounds,
): Promise<number> {
  if (brandIds.length === 0) return 0
  const some = reader
    .selectFrom('registrations')
    .select('id')
    .where('brand_id', 'in', brandIds)
    .where(within(bounds))
    .limit(MOST_COUNTED + 1)
  return countRows(reader, some)
}

/** Returns those of these ids whose registrations match, in the same order. */
export async function filterIds(reader: Reader, ids: readonly number[], bounds: Bounds): Promise<number[]> {
  const rows = await readInChunks(ids, (some) =>
    reader.selectFrom('registrations').select('id').where('id', 'in', some).where(within(bounds)).execute(),
  )
  const matches = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => matches.has(id))
}

/** Returns the ids of registrations that wait for the check that accepts matching ones, the oldest first. */
export async function listDue(reader: Reader, limit: number): Promise<number[]> {
  const rows = await reader
    .selectFrom('registrations')
    .select('id')
    .where('check_due', 'is not', null)
    .orderBy('check_due')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns registrations that were decided on before then, after a position, the earliest decision first. */
export function listDecided(
  reader: Reader,
  { after, before, limit }: { after: { decidedAt: Micros; id: number }; before: Micros; limit: number },
) {
  return reader
    .selectFrom('registrations')
    .select(['id', 'decided_at'])
    .where('decided_at', '<', before)
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('decided_at', 'id'), '>', tuple(after.decidedAt, after.id)),
    )
    .orderBy('decided_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Removes these registrations and what they are found by. */
export async function removeRegistrations(trx: Trx, ids: readonly number[]): Promise<void> {
  await registrationTerms.remove(trx, ids)
  for (const some of inChunks(ids)) {
    await trx.deleteFrom('registrations').where('id', 'in', some).execute()
  }
}

const MOST_SIMILAR = 1_000

/** Returns registrations of these brands with one of these HINs or owners, the oldest first. */
export async function findSimilar(
  reader: Reader,
  { brandIds, hins, emailKeys }: { brandIds: number[]; hins: string[]; emailKeys: string[] },
) {
  const similar = reader
    .selectFrom('registrations')
    .select(['id', 'brand_id', 'hin', 'email_key', 'state'])
    .where('brand_id', 'in', brandIds)
    .limit(MOST_SIMILAR)
  const found = [
    ...(await similar.where('hin', 'in', hins).execute()),
    ...(emailKeys.length > 0 ? await similar.where('email_key', 'in', emailKeys).execute() : []),
  ]
  return [...new Map(found.map((row) => [row.id, row])).values()].sort((a, b) => a.id - b.id)
}

function within({ state, since, until }: Bounds) {
  return ({ and, eb }: ExpressionBuilder<Schema, 'registrations'>) =>
    and([
      ...(state === undefined ? [] : [eb('state', '=', state)]),
      ...(since === undefined ? [] : [eb('received_at', '>=', since)]),
      ...(until === undefined ? [] : [eb('received_at', '<', until)]),
    ])
}

function toRow({ contact, email_optin, ...row }: Selectable<Schema['registrations']>) {
  return { ...row, contact: JSON.parse(contact) as OwnerContact, email_optin: Boolean(email_optin) }
}
