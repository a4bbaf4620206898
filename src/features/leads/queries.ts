import type { Insertable, Selectable } from 'kysely'
import type { Reader, Trx } from '../../platform/db/db.ts'
import type { Schema } from '../../platform/db/schema.ts'

export type LeadRow = Selectable<Schema['leads']>
export type NewLead = Required<Omit<Insertable<Schema['leads']>, 'id'>>

/** Inserts all of them in one statement; answers in any order. */
export function insertLeads(trx: Trx, leads: NewLead[]) {
  return trx.insertInto('leads').values(leads).returning(['id', 'received_at']).execute()
}

export function getLead(reader: Reader, id: number): Promise<LeadRow> {
  return reader.selectFrom('leads').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** Notes that a lead came again. */
export async function insertDuplicate(
  trx: Trx,
  duplicate: Insertable<Schema['lead_duplicates']>,
): Promise<void> {
  await trx.insertInto('lead_duplicates').values(duplicate).execute()
}
