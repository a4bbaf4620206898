import type { Reader } from '../../platform/db/db.ts'
import { onlyBrand } from '../audit/index.ts'

/** The brands of a user or token. */
interface Brands {
  allBrands: boolean
  brandIds: readonly number[]
}

/**
 * Returns the brand whose people see what is done to a user or token that holds these brands, before and after; null
 * for several brands, all or none.
 */
export function auditedBrand(...held: readonly Brands[]): number | null {
  return held.some(({ allBrands }) => allBrands) ? null : onlyBrand(held.flatMap(({ brandIds }) => brandIds))
}

/** Returns the same for what is done to a user's account. An unknown user takes as long as a known one. */
export async function auditedBrandOfUser(reader: Reader, userId: number | null): Promise<number | null> {
  const rows = await reader
    .selectFrom('api_users')
    .innerJoin('api_user_brands', 'api_user_brands.user_id', 'api_users.id')
    .select(['all_brands', 'brand_id'])
    .where('api_users.id', '=', userId ?? 0)
    .limit(2)
    .execute()
  return auditedBrand({
    allBrands: rows.some(({ all_brands }) => all_brands),
    brandIds: rows.map(({ brand_id }) => brand_id),
  })
}
