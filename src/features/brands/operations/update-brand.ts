import type { Reader } from '../../../platform/db/db.ts'
import { Conflict } from '../../../platform/errors.ts'
import { authorize } from '../../../platform/principal.ts'
import { checkVersion, type Expected } from '../../../platform/version.ts'
import { type BrandView, toBrandView } from '../brand-view.ts'
import type { BrandContext } from '../context.ts'
import { findHeldBrand } from '../find-brands.ts'
import { mergeTargets } from '../merge-targets.ts'
import { findStoredBrand, listBrands } from '../queries.ts'
import { saveBrand } from '../save-brand.ts'
import type { BrandChanges } from '../schemas.ts'

interface BrandChange {
  /** The brand's slug or id. */
  reference: string
  /** Omitted fields keep their values, those of the targets too. */
  changes: BrandChanges
  expected?: Expected
}

/**
 * Changes a brand. Returns it without its secrets.
 * @throws NotFound (NOT_FOUND)
 * @throws Invalid (VALIDATION_ERROR)
 * @throws Outdated (PRECONDITION_FAILED)
 * @throws Conflict (CONFLICT) where another brand has the new slug
 */
export function updateBrand(
  ctx: BrandContext,
  { reference, changes, expected }: BrandChange,
): Promise<BrandView> {
  authorize(ctx.principal, 'brands:write')
  return ctx.db.write(async (trx) => {
    await ctx.db.lock(trx, 'setup')
    const stored = await findHeldBrand(trx, ctx.principal, reference)
    checkVersion(expected, toBrandView(stored))
    await refuseTakenSlug(trx, stored.id, changes.slug)
    await saveBrand(ctx, trx, { ...changes, ...mergeTargets(stored, changes), id: stored.id })
    return toBrandView(await findStoredBrand(trx, stored.id))
  })
}

async function refuseTakenSlug(reader: Reader, id: number, slug: string | undefined): Promise<void> {
  const others = (await listBrands(reader)).filter((one) => one.id !== id)
  if (others.some((one) => one.slug === slug)) {
    throw new Conflict('CONFLICT', `Another brand has the slug "${slug}".`)
  }
}
