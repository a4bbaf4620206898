import { joinTransaction } from '../../../platform/db/joined.ts'
import { holdsBrand } from '../../../platform/principal.ts'
import { pickBrand } from '../../brands/index.ts'
import type { WarrantyContext } from '../context.ts'
import type { AdminWarranty } from '../records/record.ts'
import type { Registration } from '../records/registration.ts'
import { createWarrantyIn } from './create-warranty.ts'
import { readWarrantyUnchecked } from './read-warranty.ts'

/**
 * Creates a warranty of a brand that is named by its slug or id. Returns its record.
 * @throws what `createWarranty` throws; NotFound (NOT_FOUND) for the brand
 */
export async function registerWarranty(
  ctx: WarrantyContext,
  { brand, ...registration }: Omit<Registration, 'brand_id'> & { brand: string },
): Promise<AdminWarranty> {
  const { principal } = ctx
  const brands = await ctx.brands.getFresh()
  const held = [...brands.byId.values()].filter(({ id }) => holdsBrand(principal, id))
  const input = { ...registration, brand_id: pickBrand(held, brand).id }
  const created = await ctx.db.write(async (trx) => {
    const { id } = await createWarrantyIn(ctx, trx, { brands, registration: input })
    return readWarrantyUnchecked({ ...ctx, db: joinTransaction(ctx.db, trx) }, id)
  })
  ctx.deliveries.wake()
  return created
}
