import type { OperationContext } from '../../../platform/context.ts'
import { authorize, holdsBrand } from '../../../platform/principal.ts'
import { type BrandView, brandViewFor } from '../brand-view.ts'
import { listBrands as listStored } from '../queries.ts'

/** Returns the principal's brands, by id, without their secrets. */
export async function listBrands({ db, principal }: OperationContext): Promise<BrandView[]> {
  authorize(principal, 'brands:read')
  const brands = await listStored(db.read)
  return brands.filter(({ id }) => holdsBrand(principal, id)).map((brand) => brandViewFor(principal, brand))
}
