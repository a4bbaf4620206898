import type { Trx } from '../../../platform/db/db.ts'
import { searchTerms } from '../../../platform/search-terms.ts'
import { createTermIndex } from '../../../platform/term-index.ts'
import type { NewOwnership, WarrantyRow } from './queries.ts'

/** A warranty and its present owner, as far as searches find them. */
type Searched = Pick<WarrantyRow, 'id' | 'hin' | 'brand_id'> & {
  owner: Pick<NewOwnership, 'first_name' | 'last_name' | 'email_key' | 'phone'>
}

/** Finds warranties by their present owners and by their HINs. */
export const warrantyTerms = createTermIndex('warranty_terms', 'warranties')

/** Stores what new warranties are found by. */
export function insertTerms(trx: Trx, warranties: readonly Searched[]): Promise<void> {
  return warrantyTerms.add(trx, warranties.map(toIndexed))
}

/** Replaces what a warranty is found by, after its owner has changed. */
export function replaceTerms(trx: Trx, warranty: Searched): Promise<void> {
  return warrantyTerms.replace(trx, toIndexed(warranty))
}

function toIndexed({ id, hin, brand_id, owner }: Searched) {
  const words = `${owner.first_name} ${owner.last_name}`
  const terms = searchTerms({ words, exact: [hin, owner.email_key], phone: owner.phone ?? null })
  return { id, brandId: brand_id, terms }
}
