import type { Reader, Trx } from '../../platform/db/db.ts'

/** Leads in the order in which they came, from the one after `after` on. */
export function listForPruning(reader: Reader, after: number, limit: number) {
  return reader
    .selectFrom('leads')
    .select(['id', 'received_at'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Removes these, with the notes of when they came again. */
export async function removeLeads(trx: Trx, ids: readonly number[]): Promise<number> {
  const { numDeletedRows } = await trx.deleteFrom('leads').where('id', 'in', ids).executeTakeFirst()
  return Number(numDeletedRows)
}
