import type { OperationContext } from '../../../platform/context.ts'
import { authorize } from '../../../platform/principal.ts'
import { type BrandView, toBrandView } from '../brand-view.ts'
import { pickBrand } from '../find-brands.ts'
import { listBrands } from '../queries.ts'

/**
 * Returns the brand with this slug or id, without its secrets. `urls`: with complete addresses, which can contain
 * secrets.
 * @throws NotFound (NOT_FOUND)
 */
export async function showBrand(
  ctx: OperationContext,
  { reference, urls }: { reference: string; urls: boolean },
): Promise<BrandView> {
  authorize(ctx.principal, 'brands:read')
  return toBrandView(pickBrand(await listBrands(ctx.db.read), reference), { urls })
}
