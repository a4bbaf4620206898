import type { Reader } from '../../platform/db/db.ts'
import { holdsBrand, type Principal } from '../../platform/principal.ts'
import { pick } from '../../platform/references.ts'
import type { Brand, Brands } from './brands.ts'
import { listBrands, type StoredBrand } from './queries.ts'

/** Returns the brand with this slug or id. @throws NotFound (NOT_FOUND) with similar slugs */
export function pickBrand<T extends { id: number; slug: string }>(brands: Iterable<T>, reference: string): T {
  return pick([...brands], reference, { noun: 'brand', key: 'slug', keyOf: (brand) => brand.slug })
}

/** Returns the principal's brands, or the one of them with this slug or id. @throws NotFound (NOT_FOUND) */
export function selectBrands({ byId }: Brands, principal: Principal, reference?: string): Brand[] {
  const held = [...byId.values()].filter(({ id }) => holdsBrand(principal, id))
  return reference === undefined ? held : [pickBrand(held, reference)]
}

/** Returns the principal's brand with this slug or id. @throws NotFound (NOT_FOUND) */
export function pickHeldBrand(brands: Brands, principal: Principal, reference: string): Brand {
  return pickBrand(selectBrands(brands, principal), reference)
}

/** Returns the same brand as it is stored. @throws NotFound (NOT_FOUND) */
export async function findHeldBrand(
  reader: Reader,
  principal: Principal,
  reference: string,
): Promise<StoredBrand> {
  const brands = await listBrands(reader)
  return pickBrand(
    brands.filter(({ id }) => holdsBrand(principal, id)),
    reference,
  )
}

/** Returns the id of the brand with this slug or id. @throws NotFound (NOT_FOUND) */
export async function findBrandId(reader: Reader, reference: string): Promise<number> {
  return pickBrand(await listBrands(reader), reference).id
}

/** Returns the ids of brands that are given by slug or id; undefined for undefined. @throws NotFound (NOT_FOUND) */
export async function findBrandIds(
  reader: Reader,
  references: readonly string[] | undefined,
): Promise<number[] | undefined> {
  if (!references) return undefined
  const brands = await listBrands(reader)
  return references.map((reference) => pickBrand(brands, reference).id)
}
