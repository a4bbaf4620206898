import type { OperationContext } from '../../../platform/context.ts'
import { authorize } from '../../../platform/principal.ts'
import { type BrandView, toBrandView } from '../brand-view.ts'
import { listBrands as listStored } from '../queries.ts'

/** Returns all brands, by id, without their secrets. `urls`: with complete addresses, which can contain secrets. */
export async function listBrands(ctx: OperationContext, options: { urls: boolean }): Promise<BrandView[]> {
  authorize(ctx.principal, 'brands:read')
  return (await listStored(ctx.db.read)).map((brand) => toBrandView(brand, options))
}
