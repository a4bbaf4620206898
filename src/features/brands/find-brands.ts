import { pick } from '../../platform/cli/references.ts'
import type { Reader } from '../../platform/db/db.ts'
import { listBrands, type StoredBrand } from './queries.ts'

/** How an administrator refers to a brand. */
const NAMING = { noun: 'brand', key: 'slug', keyOf: (brand: StoredBrand) => brand.slug }

/** The slugs of brands that are given by slug or id; undefined for none given. Throws NOT_FOUND. */
export async function findSlugs(
  reader: Reader,
  references: readonly string[] | undefined,
): Promise<string[] | undefined> {
  if (!references) return undefined
  const brands = await listBrands(reader)
  return references.map((reference) => pick(brands, reference, NAMING).slug)
}

/** The id of the brand with this slug or id. Throws NOT_FOUND. */
export async function findBrandId(reader: Reader, reference: string): Promise<number> {
  return pick(await listBrands(reader), reference, NAMING).id
}
