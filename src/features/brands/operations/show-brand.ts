import type { OperationContext } from '../../../platform/context.ts'
import { authorize } from '../../../platform/principal.ts'
import { type BrandView, brandViewFor } from '../brand-view.ts'
import { findHeldBrand } from '../find-brands.ts'

/** Returns the brand with this slug or id, without its secrets. @throws NotFound (NOT_FOUND) */
export async function showBrand({ db, principal }: OperationContext, reference: string): Promise<BrandView> {
  authorize(principal, 'brands:read')
  return brandViewFor(principal, await findHeldBrand(db.read, principal, reference))
}
