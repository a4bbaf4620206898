import { createBatcher } from '../../../platform/batcher.ts'
import type { Reader } from '../../../platform/db/db.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Caller } from '../context.ts'
import { canonicalHin } from '../hin/hin.ts'
import {
  findWarranties,
  findWarrantiesTogether,
  type HullSearch,
  type WarrantyRow,
} from '../queries/queries.ts'

const TOGETHER = 64
/** One that is slow does not hold up the others. */
const READ_CONCURRENCY = 4

/** Which warranty is meant: the HIN, and the brand where several share it. */
export interface WarrantySelector {
  hin: string
  brandId?: number | undefined
}

/** Answers with the one warranty that a caller means; throws as `findWarranty` does. */
export type WarrantyFinder = (caller: Caller, selector: WarrantySelector) => Promise<WarrantyRow>

/**
 * The one warranty that the caller means. Brands not held do not count: WARRANTY_NOT_FOUND, the same as
 * absent. AMBIGUOUS_HIN when several match; BRAND_NOT_PERMITTED when a brand is named that is not held.
 */
export async function findWarranty(
  reader: Reader,
  caller: Caller,
  selector: WarrantySelector,
): Promise<WarrantyRow> {
  const search = toSearch(caller, selector)
  const { hin, brandIds } = search
  return onlyOne(search, brandIds.length > 0 ? await findWarranties(reader, hin, brandIds) : [])
}

/** `findWarranty`, those that are asked for at one time in one statement. */
export function createWarrantyFinder(reader: Reader): WarrantyFinder {
  const find = createBatcher<HullSearch, WarrantyRow[]>(
    TOGETHER,
    (searches) => findWarrantiesTogether(reader, searches),
    { concurrency: READ_CONCURRENCY },
  )
  return async (caller, selector) => {
    const search = toSearch(caller, selector)
    return onlyOne(search, await find(search))
  }
}

function toSearch(caller: Caller, { hin, brandId }: WarrantySelector): HullSearch {
  if (brandId !== undefined) requireBrand(caller, brandId)
  return { hin: canonicalHin(hin), brandIds: brandId === undefined ? [...caller.brands] : [brandId] }
}

function onlyOne({ hin }: HullSearch, found: readonly WarrantyRow[]): WarrantyRow {
  if (found.length > 1) {
    const ids = found.map((row) => row.brand_id).sort((a, b) => a - b)
    throw new AppError(
      'AMBIGUOUS_HIN',
      `The HIN ${hin} exists under the brands ${ids.join(', ')}. Add ?brand_id= with one of them.`,
    )
  }
  if (!found[0]) throw notFound(hin)
  return found[0]
}

/** The warranties of this hull in these brands, one a brand at most. Throws WARRANTY_NOT_FOUND where there is none. */
export async function findWarrantyIds(
  reader: Reader,
  text: string,
  brandIds: readonly number[],
): Promise<number[]> {
  const hin = canonicalHin(text)
  const found = brandIds.length > 0 ? await findWarranties(reader, hin, brandIds) : []
  if (found.length === 0) throw notFound(hin)
  return found.map((row) => row.id)
}

/** Nothing with this HIN is there, or is the caller's to know of. */
export function notFound(hin: string): AppError {
  return new AppError('WARRANTY_NOT_FOUND', `There is no warranty with the HIN ${hin}.`)
}

/** Throws BRAND_NOT_PERMITTED for a brand that the caller does not hold, known or not. */
export function requireBrand(caller: Caller, brandId: number): void {
  if (caller.brands.has(brandId)) return
  throw new AppError('BRAND_NOT_PERMITTED', `This user has no permission for brand ${brandId}.`)
}
