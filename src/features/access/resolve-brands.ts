import type { Reader } from '../../platform/db/db.ts'
import { AppError, Invalid, type Issue } from '../../platform/errors.ts'
import { holdsAllBrands, type Principal } from '../../platform/principal.ts'
import { listBrands, pickBrand } from '../brands/index.ts'
import { GrantRefused, type Subject } from './grants.ts'

/**
 * Returns the ids of brands that are given by slug or id; undefined for undefined. For a principal that doesn't hold all
 * brands, an unknown one is like one that it doesn't hold.
 * @throws Invalid (VALIDATION_ERROR) with every unknown brand
 * @throws GrantRefused (GRANT_NOT_PERMITTED)
 */
export async function resolveBrands(
  reader: Reader,
  { principal, subject }: { principal: Principal; subject: Subject },
  field: string,
  references: readonly string[] | undefined,
): Promise<number[] | undefined> {
  if (!references) return undefined
  const brands = await listBrands(reader)
  const issues: Issue[] = []
  const ids = references.flatMap((reference, i) => {
    try {
      return pickBrand(brands, reference).id
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      issues.push({ field: `${field}.${i}`, message: error.message })
      return []
    }
  })
  if (issues.length === 0) return ids
  if (holdsAllBrands(principal)) throw new Invalid(issues)
  const excess = { permissions: [], brandIds: [], allBrands: false }
  throw new GrantRefused('Nobody can grant more than they hold. You lack a brand.', subject, excess)
}
