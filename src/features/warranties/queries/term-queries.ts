import { sql } from 'kysely'
import { bulkInsert } from '../../../platform/db/bulk-insert.ts'
import type { Reader, Trx } from '../../../platform/db/db.ts'
import { jsonNumber, matchedByJsonRows, toJsonList } from '../../../platform/db/json-rows.ts'
import { endOfTerms, searchTerms } from '../../../platform/search-terms.ts'
import type { NewOwnership, WarrantyRow } from './queries.ts'

const EPOCH_BITS = 11

/** A warranty and its present owner, as far as searches find them. */
type Searched = Pick<WarrantyRow, 'id' | 'hin' | 'brand_id'> & {
  owner: Pick<NewOwnership, 'first_name' | 'last_name' | 'email_key' | 'phone'>
}

const inserting = bulkInsert(
  'warranty_terms',
  { epoch: 'number', term: 'text', warranty_id: 'number', brand_id: 'number' },
  [],
)

/** Returns the epoch of a warranty. Terms of warranties that were registered together are stored together. */
export function epochOf(warrantyId: number): number {
  return Math.floor(warrantyId / 2 ** EPOCH_BITS)
}

/** Stores what new warranties, or those with another owner, are found by. */
export async function insertTerms(trx: Trx, warranties: readonly Searched[]): Promise<void> {
  const rows = warranties.flatMap(({ id, hin, brand_id, owner }) =>
    searchTerms({
      words: `${owner.first_name} ${owner.last_name}`,
      exact: [hin, owner.email_key],
      phone: owner.phone ?? null,
    }).map((term) => ({ epoch: epochOf(id), term, warranty_id: id, brand_id })),
  )
  if (rows.length > 0) await inserting(trx, rows)
}

/** Replaces what a warranty is found by, after its owner has changed. */
export async function replaceTerms(trx: Trx, warranty: Searched): Promise<void> {
  await trx
    .deleteFrom('warranty_terms')
    .where('epoch', '=', epochOf(warranty.id))
    .where('warranty_id', '=', warranty.id)
    .execute()
  await insertTerms(trx, [warranty])
}

/** Returns the warranties of these epochs with a term that begins like this, in any order, some of them repeatedly. */
export async function findByTerm(
  reader: Reader,
  {
    epochs,
    beginning,
    brandIds,
  }: { epochs: readonly number[]; beginning: string; brandIds: readonly number[] },
): Promise<number[]> {
  const condition = sql`warranty_terms.epoch = ${jsonNumber(0)}
    and warranty_terms.term >= ${beginning} and warranty_terms.term < ${endOfTerms(beginning)}`
  const rows = await reader
    .selectFrom(matchedByJsonRows(reader, toJsonList(epochs), 'warranty_terms', condition))
    .select('warranty_id')
    .where('brand_id', 'in', brandIds)
    .execute()
  return rows.map(({ warranty_id }) => warranty_id)
}

/** Returns the newest warranty's id; 0 without any. */
export async function newestWarrantyId(reader: Reader): Promise<number> {
  const row = await reader
    .selectFrom('warranties')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst()
  return Number(row?.id ?? 0)
}
