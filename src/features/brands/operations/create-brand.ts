import { Conflict, Forbidden } from '../../../platform/errors.ts'
import { authorize, holdsAllBrands } from '../../../platform/principal.ts'
import { type BrandView, toBrandView } from '../brand-view.ts'
import type { BrandContext } from '../context.ts'
import { findStoredBrand, listBrands } from '../queries.ts'
import { saveBrand } from '../save-brand.ts'
import type { BrandFields } from '../schemas.ts'

/**
 * Creates a brand. Returns it without its secrets.
 * @throws Forbidden (GRANT_NOT_PERMITTED) unless the principal holds all brands
 * @throws Invalid (VALIDATION_ERROR)
 * @throws Conflict (CONFLICT) where a brand has this slug or id
 */
export function createBrand(ctx: BrandContext, input: BrandFields): Promise<BrandView> {
  authorize(ctx.principal, 'brands:write')
  if (!holdsAllBrands(ctx.principal)) {
    throw new Forbidden('GRANT_NOT_PERMITTED', 'Only users with all brands can create a brand.')
  }
  return ctx.db.write(async (trx) => {
    await ctx.db.lock(trx, 'setup')
    const same = (await listBrands(trx)).find(({ id, slug }) => id === input.id || slug === input.slug)
    if (same) {
      throw new Conflict('CONFLICT', `The brand ${same.slug} (id ${same.id}) already exists.`)
    }
    const id = await saveBrand(ctx, trx, input)
    return toBrandView(await findStoredBrand(trx, id))
  })
}
