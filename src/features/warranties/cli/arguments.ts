import { NOTHING_FOUND, type Output } from '../../../platform/cli/output.ts'
import { AppError } from '../../../platform/errors.ts'
import { pickBrand } from '../../brands/index.ts'
import type { WarrantyContext } from '../context.ts'

export const BRAND = 'Slug or id of the brand, if several brands have a warranty with this HIN'
export const EXIT_CODE_2 = '\nExit code 2: there is no such warranty.'

/**
 * Returns the id of the brand with this slug or id; undefined when none is given.
 * @throws AppError (NOT_FOUND) with the nearest slugs
 */
export async function findBrandId(
  { brands }: Pick<WarrantyContext, 'brands'>,
  reference: string | undefined,
): Promise<number | undefined> {
  if (reference === undefined) return undefined
  return pickBrand((await brands.getFresh()).byId.values(), reference).id
}

/** Runs a command on one warranty. When there is none, reports that and exits with code 2. */
export async function onWarranty({ note, exit }: Output, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'AMBIGUOUS_HIN') throw new AppError(error.code, `${error.message} Add --brand.`)
    if (error.code !== 'WARRANTY_NOT_FOUND') throw error
    note(error.message)
    exit(NOTHING_FOUND)
  }
}
