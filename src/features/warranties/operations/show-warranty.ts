import { toUtcDate } from '../../../platform/clock.ts'
import { NotFound } from '../../../platform/errors.ts'
import { authorize } from '../../../platform/principal.ts'
import { suggest } from '../../../platform/references.ts'
import type { Brands } from '../../brands/index.ts'
import type { WarrantyContext } from '../context.ts'
import { listOwnerships, type WarrantyRow } from '../queries/queries.ts'
import { findSimilarHins } from '../queries/search-queries.ts'
import { toAdminRecord, toOwnerRecord } from '../records/record.ts'
import { brandIdsOf, notFound, selectWarranty, type WarrantySelector } from '../records/select-warranty.ts'

/** Everything about a warranty. */
export type ShownWarranty = Awaited<ReturnType<typeof describeWarranty>>

/**
 * Returns everything about a warranty: the full record, every owner, and the CRM's id of the current owner.
 * @throws NotFound (WARRANTY_NOT_FOUND) with the nearest HINs, Conflict (AMBIGUOUS_HIN), Forbidden
 */
export async function showWarranty(ctx: WarrantyContext, selector: WarrantySelector) {
  authorize(ctx.principal, 'warranty:read')
  const brands = await ctx.brands.getFresh()
  return describeWarranty(ctx, brands, await pickWarranty(ctx, brands, selector))
}

/** Returns everything about a warranty that was read. */
export async function describeWarranty(ctx: WarrantyContext, brands: Brands, row: WarrantyRow) {
  const brand = brands.byId.get(row.brand_id)!
  return {
    ...toAdminRecord(row, brand, toUtcDate(ctx.clock.now())),
    crm_contact_id: row.crm_contact_id,
    history: (await listOwnerships(ctx.db.read, [row.id])).map(toOwnerRecord),
  }
}

/** Does the same as `selectWarranty`, and suggests the nearest HINs when there is no such warranty. */
export async function pickWarranty(
  { db, principal }: WarrantyContext,
  brands: Brands,
  selector: WarrantySelector,
): Promise<WarrantyRow> {
  const scope = { principal, brands }
  try {
    return await selectWarranty(db.read, scope, selector)
  } catch (error) {
    if (!(error instanceof NotFound) || 'id' in selector) throw error
    const hin = selector.hin.replace(/[^A-Za-z0-9]/g, '').toUpperCase()
    const similar = await findSimilarHins(db.read, hin, brandIdsOf(scope, selector.brandId))
    throw notFound(selector.hin, suggest(hin, similar))
  }
}
