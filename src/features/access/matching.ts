import type { Reader } from '../../platform/db/db.ts'
import { findSlugs } from '../brands/index.ts'

/** The filter of a list of users or tokens. */
export interface AccessFilter {
  /** Only with this brand: its slug or id. */
  brand?: string | undefined
  active?: boolean | undefined
}

/** Returns the matching users or tokens. @throws NotFound (NOT_FOUND) for the brand */
export async function matching<T extends { brands: readonly string[]; active: boolean }>(
  reader: Reader,
  rows: readonly T[],
  { brand, active }: AccessFilter,
): Promise<T[]> {
  const [slug] = (await findSlugs(reader, brand === undefined ? [] : [brand])) ?? []
  return rows.filter(
    (row) =>
      (slug === undefined || row.brands.includes(slug)) && (active === undefined || row.active === active),
  )
}
