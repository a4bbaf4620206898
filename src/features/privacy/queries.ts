import type { Micros } from '../../platform/clock.ts'
import type { Reader, Trx } from '../../platform/db/db.ts'

/** An erasure, by a keyed hash of the address. */
export interface Erasure {
  hash: string
  key_id: string
  erased_at: Micros
}

export function listErasures(reader: Reader): Promise<Erasure[]> {
  return reader.selectFrom('erasures').selectAll().execute()
}

/** Adds an erasure; a repeated one gets the new time. */
export async function saveErasure(trx: Trx, erasure: Erasure): Promise<void> {
  await trx
    .insertInto('erasures')
    .values(erasure)
    .onConflict((conflict) => conflict.column('hash').doUpdateSet({ erased_at: erasure.erased_at }))
    .execute()
}

/** Removes the erasures made before then. Returns how many. */
export async function removeErasures(trx: Trx, before: Micros): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('erasures')
    .where('erased_at', '<', before)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
