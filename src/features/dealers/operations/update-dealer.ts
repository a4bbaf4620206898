import type { Reader } from '../../../platform/db/db.ts'
import { Conflict, Invalid } from '../../../platform/errors.ts'
import { authorize, holdsBrand, type Principal } from '../../../platform/principal.ts'
import { mergeIssues } from '../../../platform/schema-issues.ts'
import { checkVersion, type Expected } from '../../../platform/version.ts'
import { findHeldBrandIds } from '../../brands/index.ts'
import type { DealerContext } from '../context.ts'
import { findDealerIds, listBrandIds } from '../queries/record-queries.ts'
import { findDealerIssues, toDealerInput } from '../records/dealer-fields.ts'
import { viewDealer } from '../records/dealer-view.ts'
import { findDealer } from '../records/find-dealer.ts'
import { requireDealer, requireVisibleGroup } from '../records/require-own.ts'
import { type SavedDealerView, saveDealer } from '../records/save-dealer.ts'
import type { DealerChanges } from '../schemas.ts'

interface DealerChange {
  /** The dealer's code, id or exact name. */
  reference: string
  /** Omitted fields keep their values. `brands` replaces the principal's own brands. */
  changes: DealerChanges
  /** Brands that it carries besides, and no longer, by slug or id. */
  addBrands?: string[]
  removeBrands?: string[]
  expected?: Expected
}

/**
 * Changes a dealer. Brands are given by slug or id. Everybody can add and remove their own brands; all other fields take
 * somebody who holds all brands of the dealer.
 * @throws NotFound (NOT_FOUND)
 * @throws Forbidden (BRAND_NOT_PERMITTED)
 * @throws Invalid (VALIDATION_ERROR)
 * @throws Conflict (CONFLICT) for the code of another dealer
 * @throws Outdated (PRECONDITION_FAILED)
 */
export async function updateDealer(ctx: DealerContext, change: DealerChange): Promise<SavedDealerView> {
  const { principal } = ctx
  authorize(principal, 'dealers:write')
  const { brands: _, ...fields } = change.changes
  const issues = findDealerIssues(change.changes)
  if (issues.length > 0) throw new Invalid(mergeIssues(issues))
  return saveDealer(ctx, async (reader) => {
    const { id } = await findDealer(reader, principal, change.reference)
    checkVersion(change.expected, await viewDealer(reader, principal, id))
    if (Object.keys(fields).length > 0) await requireDealer(reader, principal, id)
    await requireVisibleGroup(reader, principal, fields.group_id)
    await requireFreeCode(reader, fields.dealer_code, id)
    return { ...toDealerInput(fields), id, brandIds: await mergeBrands(reader, principal, id, change) }
  })
}

async function requireFreeCode(reader: Reader, code: string | null | undefined, id: number): Promise<void> {
  if (!code) return
  const owner = (await findDealerIds(reader, [code])).get(code)
  if (owner === undefined || owner === id) return
  throw new Conflict('CONFLICT', `Dealer code must be unique: "${code}" belongs to dealer ${owner}.`)
}

/** Returns the ids of all brands that the dealer will carry; undefined where they stay. */
async function mergeBrands(
  reader: Reader,
  principal: Principal,
  id: number,
  { changes, addBrands, removeBrands }: DealerChange,
): Promise<number[] | undefined> {
  const find = (field: string, references: string[] | undefined) =>
    findHeldBrandIds(reader, principal, { field, references })
  const replaced = await find('brands', changes.brands)
  const added = await find('add_brands', addBrands)
  const removed = await find('remove_brands', removeBrands)
  if (!replaced && !added && !removed) return undefined
  const stored = (await listBrandIds(reader, [id])).map((link) => link.brand_id)
  const kept = replaced ? stored.filter((brandId) => !holdsBrand(principal, brandId)) : stored
  const all = new Set([...kept, ...(replaced ?? []), ...(added ?? [])])
  return [...all].filter((brandId) => !removed?.includes(brandId))
}
