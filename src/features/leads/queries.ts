import type { Insertable, Selectable } from 'kysely'
import type { Reader, Trx } from '../../platform/db/db.ts'
import type { Schema } from '../../platform/db/schema.ts'

export type LeadRow = Selectable<Schema['leads']>

export async function insertLead(trx: Trx, lead: Insertable<Schema['leads']>): Promise<number> {
  const { id } = await trx.insertInto('leads').values(lead).returning('id').executeTakeFirstOrThrow()
  return id
}

export function getLead(reader: Reader, id: number): Promise<LeadRow> {
  return reader.selectFrom('leads').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}
