import { authorize } from '../../../platform/principal.ts'
import { type BrandView, toBrandView } from '../brand-view.ts'
import type { BrandContext } from '../context.ts'
import { pickBrand } from '../find-brands.ts'
import { mergeTargets, type TargetPatches } from '../merge-targets.ts'
import { findStoredBrand, listBrands } from '../queries.ts'
import { saveBrand } from '../save-brand.ts'
import type { BrandFields } from '../schemas.ts'

interface BrandChange {
  /** The brand's slug or id. */
  reference: string
  /** Omitted fields keep their values, those of the targets too. */
  changes: Omit<BrandFields, 'id' | keyof TargetPatches> & TargetPatches
}

/**
 * Changes a brand. Returns it without its secrets.
 * @throws NotFound (NOT_FOUND)
 * @throws Invalid (VALIDATION_ERROR)
 */
export function updateBrand(ctx: BrandContext, { reference, changes }: BrandChange): Promise<BrandView> {
  authorize(ctx.principal, 'brands:write')
  return ctx.db.write(async (trx) => {
    await ctx.db.lock(trx, 'setup')
    const stored = pickBrand(await listBrands(trx), reference)
    await saveBrand(ctx, trx, { ...changes, ...mergeTargets(stored, changes), id: stored.id })
    return toBrandView(await findStoredBrand(trx, stored.id), { urls: false })
  })
}
