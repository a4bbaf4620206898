import type { OperationContext } from '../../platform/context.ts'
import { findHeldBrand } from '../brands/index.ts'
import { isVisible } from './grants.ts'

/** The filter of a list of users or tokens. */
export interface AccessFilter {
  /** Only with this brand: its slug or id. */
  brand?: string | undefined
  active?: boolean | undefined
  /** Part of the e-mail address or name, in either case. */
  q?: string | undefined
}

interface Holder {
  active: boolean
  all_brands: boolean
  brandIds: readonly number[]
}

/**
 * Returns the matching users or tokens that exist for the principal.
 * @throws NotFound (NOT_FOUND) for the brand
 */
export async function matching<T extends Holder>(
  { db, principal }: OperationContext,
  rows: readonly T[],
  { brand, active, q = '' }: AccessFilter,
  nameOf: (row: T) => string,
): Promise<T[]> {
  const brandId = brand === undefined ? undefined : (await findHeldBrand(db.read, principal, brand)).id
  const part = q.trim().toLowerCase()
  return rows.filter(
    (row) =>
      isVisible(principal, { brandIds: row.brandIds, allBrands: row.all_brands }) &&
      (brandId === undefined || row.all_brands || row.brandIds.includes(brandId)) &&
      (active === undefined || row.active === active) &&
      nameOf(row).toLowerCase().includes(part),
  )
}
