import {
  type BrandContext,
  type BrandFields,
  findBrandIssues,
  locatorsChanged,
  nameFallbackDealers,
  saveBrands,
} from '../brands/index.ts'
import { type Entry, type Run, reportRows } from './apply-context.ts'
import type { EntryRules } from './read-entries.ts'
import type { References } from './references.ts'

const LIST = 'brands'

export function brandRules(ctx: Pick<BrandContext, 'targets' | 'recordPaths'>): EntryRules {
  return { inspect: (entry) => findBrandIssues(entry, ctx), keys: ['slug'] }
}

/** Creates and changes the brands, without their fallback dealers. */
export async function applyBrands(run: Run, entries: readonly Entry<BrandFields>[]) {
  const { brands, renamed, issues } = await saveBrands(
    run,
    run.trx,
    entries.map(({ value }) => value),
  )
  if (renamed) await locatorsChanged(run.db, run.trx)
  reportRows(run, LIST, entries, issues)
  return brands
}

/** Designates the fallback dealers, which can come later in the file than their brands. */
export async function applyFallbackDealers(
  run: Run,
  entries: readonly Entry<BrandFields>[],
  brands: readonly ({ id: number } | undefined)[],
  dealers: References,
): Promise<void> {
  const dealerByBrand = new Map<number, number | null>()
  for (const [row, { position, value }] of entries.entries()) {
    const { fallback_dealer: code } = value
    const dealer = code && dealers.resolve(code, `${LIST}[${position}].fallback_dealer`, run.issues)
    const brand = brands[row]
    if (brand && typeof dealer !== 'string' && dealer !== undefined) dealerByBrand.set(brand.id, dealer)
  }
  if (await nameFallbackDealers(run, run.trx, dealerByBrand)) await locatorsChanged(run.db, run.trx)
}
