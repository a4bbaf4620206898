import { readInChunks } from '../../../platform/db/chunks.ts'
import type { Reader, Trx } from '../../../platform/db/db.ts'
import { hasTerms, searchTerms, type Wanted } from '../../../platform/search-terms.ts'
import { createTermIndex } from '../../../platform/term-index.ts'
import type { NewOwnership, WarrantyRow } from './queries.ts'

/** A warranty and its current owner, as far as searches find them. */
type Searched = Pick<WarrantyRow, 'id' | 'hin' | 'brand_id'> & {
  owner: Pick<NewOwnership, 'first_name' | 'last_name' | 'email_key' | 'phone'>
}

/** Finds warranties by their current owners and by their HINs. */
export const warrantyTerms = createTermIndex('warranty_terms', 'warranties')

/** Stores what new warranties are found by. */
export function insertTerms(trx: Trx, warranties: readonly Searched[]): Promise<void> {
  return warrantyTerms.add(trx, warranties.map(toIndexed))
}

/** Replaces what a warranty is found by, after its owner has changed. */
export function replaceTerms(trx: Trx, warranty: Searched): Promise<void> {
  return warrantyTerms.replace(trx, toIndexed(warranty))
}

/** Returns the ids of those warranties that a search asks for, the newest first. */
export async function filterByTerms(
  reader: Reader,
  warranties: readonly { id: number }[],
  wanted: Wanted,
): Promise<number[]> {
  const ids = warranties.map(({ id }) => id)
  const rows = await readInChunks(ids, (some) =>
    reader
      .selectFrom('warranties')
      .innerJoin('ownerships', 'ownerships.warranty_id', 'warranties.id')
      .select(['warranties.id', 'hin', 'brand_id', 'first_name', 'last_name', 'email_key', 'phone'])
      .where('warranties.id', 'in', some)
      .where('transfer_date', 'is', null)
      .execute(),
  )
  const found = rows.filter((row) => hasTerms(toIndexed({ ...row, owner: row }).terms, wanted))
  return found.map(({ id }) => id).sort((a, b) => b - a)
}

function toIndexed({ id, hin, brand_id, owner }: Searched) {
  const words = `${owner.first_name} ${owner.last_name}`
  const terms = searchTerms({ words, exact: [hin, owner.email_key], phone: owner.phone ?? null })
  return { id, brandId: brand_id, terms }
}
