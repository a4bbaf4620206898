import type { Reader } from '../../../platform/db/db.ts'
import { Invalid } from '../../../platform/errors.ts'
import { authorize } from '../../../platform/principal.ts'
import { mergeIssues } from '../../../platform/schema-issues.ts'
import { findBrandIds } from '../../brands/index.ts'
import type { DealerContext } from '../context.ts'
import { listBrandIds } from '../queries/record-queries.ts'
import { type DealerFields, findDealerIssues, toDealerInput } from '../records/dealer-fields.ts'
import { findDealer } from '../records/find-dealer.ts'
import { type SavedDealerView, saveDealer } from '../records/save-dealer.ts'

interface DealerChange {
  /** The dealer's code, id or exact name. */
  reference: string
  /** Omitted fields keep their values. */
  changes: Omit<DealerFields, 'id'>
  /** Brands that it carries besides, and no longer, by slug or id. */
  addBrands?: string[]
  removeBrands?: string[]
}

/**
 * Changes a dealer. Brands are given by slug or id.
 * @throws NotFound (NOT_FOUND) for the dealer or a brand
 * @throws Invalid (VALIDATION_ERROR)
 */
export async function updateDealer(ctx: DealerContext, change: DealerChange): Promise<SavedDealerView> {
  authorize(ctx.principal, 'dealers:write')
  const issues = findDealerIssues(change.changes)
  if (issues.length > 0) throw new Invalid(mergeIssues(issues))
  return saveDealer(ctx, async (reader) => {
    const { id } = await findDealer(reader, change.reference)
    return { ...toDealerInput(change.changes), id, brandIds: await mergeBrands(reader, id, change) }
  })
}

/** Returns the ids of all brands that the dealer will carry; undefined where they stay. */
async function mergeBrands(
  reader: Reader,
  id: number,
  { changes, addBrands, removeBrands }: DealerChange,
): Promise<number[] | undefined> {
  const [replaced, added, removed] = await Promise.all(
    [changes.brands, addBrands, removeBrands].map((brands) => findBrandIds(reader, brands)),
  )
  if (!replaced && !added && !removed) return undefined
  const current = replaced ?? (await listBrandIds(reader, [id])).map((link) => link.brand_id)
  return [...new Set([...current, ...(added ?? [])])].filter((brandId) => !removed?.includes(brandId))
}
