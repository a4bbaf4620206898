import type { Reader } from '../../platform/db/db.ts'
import { pick } from '../../platform/references.ts'
import { listBrands } from './queries.ts'

/** The brand that an administrator means, by slug or id. Throws NOT_FOUND, with slugs that are like it. */
export function pickBrand<T extends { id: number; slug: string }>(brands: Iterable<T>, reference: string): T {
  return pick([...brands], reference, { noun: 'brand', key: 'slug', keyOf: (brand) => brand.slug })
}

/** The slugs of brands that are given by slug or id; undefined for none given. Throws NOT_FOUND. */
export async function findSlugs(
  reader: Reader,
  references: readonly string[] | undefined,
): Promise<string[] | undefined> {
  if (!references) return undefined
  const brands = await listBrands(reader)
  return references.map((reference) => pickBrand(brands, reference).slug)
}

/** The id of the brand with this slug or id. Throws NOT_FOUND. */
export async function findBrandId(reader: Reader, reference: string): Promise<number> {
  return pickBrand(await listBrands(reader), reference).id
}

/** Returns the ids of brands that are given by slug or id; undefined for none given. @throws NotFound */
export async function findBrandIds(
  reader: Reader,
  references: readonly string[] | undefined,
): Promise<number[] | undefined> {
  if (!references) return undefined
  const brands = await listBrands(reader)
  return references.map((reference) => pickBrand(brands, reference).id)
}
