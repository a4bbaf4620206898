import type { Reader } from '../../platform/db/db.ts'
import { AppError, Forbidden, Invalid } from '../../platform/errors.ts'
import { brandsOf, holdsBrand, type Principal } from '../../platform/principal.ts'
import { findHeldBrand, pickBrand } from './find-brands.ts'
import { listBrands } from './queries.ts'

/**
 * Returns the ids of the principal's brands that a field of the input names by slug or id; undefined for undefined.
 * @throws Invalid (VALIDATION_ERROR) for an unknown brand
 * @throws Forbidden (BRAND_NOT_PERMITTED) for a brand that the principal doesn't hold, whether it exists or not
 */
export async function findHeldBrandIds(
  reader: Reader,
  principal: Principal,
  { field, references }: { field: string; references: readonly string[] | undefined },
): Promise<number[] | undefined> {
  if (!references) return undefined
  const brands = (await listBrands(reader)).filter(({ id }) => holdsBrand(principal, id))
  return references.map((reference) => {
    try {
      return pickBrand(brands, reference).id
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'NOT_FOUND') throw error
      if (!brandsOf(principal)) throw new Invalid([{ field, message: error.message }])
      throw new Forbidden('BRAND_NOT_PERMITTED', `You have no access to a brand "${reference}".`)
    }
  })
}

/**
 * Returns the principal's brand with this slug or id, as the only one in a set; without a reference, all that it holds.
 * @throws NotFound (NOT_FOUND)
 */
export async function selectBrandIds(
  reader: Reader,
  principal: Principal,
  reference: string | undefined,
): Promise<ReadonlySet<number> | undefined> {
  if (reference === undefined) return brandsOf(principal)
  return new Set([(await findHeldBrand(reader, principal, reference)).id])
}
