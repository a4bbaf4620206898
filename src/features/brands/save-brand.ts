import type { Trx } from '../../platform/db/db.ts'
import { Invalid, type Issue, issue } from '../../platform/errors.ts'
import { mergeIssues } from '../../platform/schema-issues.ts'
import { findBrandIssues } from './brand-issues.ts'
import { locatorsChanged } from './brands.ts'
import type { BrandContext } from './context.ts'
import { nameFallbackDealers } from './name-fallback-dealers.ts'
import { findDealerByCode } from './queries.ts'
import { saveBrands } from './save-brands.ts'
import type { BrandFields } from './schemas.ts'

/**
 * Creates or changes one brand with its fallback dealer. Returns its id.
 * @throws Invalid (VALIDATION_ERROR) with every issue
 */
export async function saveBrand(ctx: BrandContext, trx: Trx, input: BrandFields): Promise<number> {
  const { fallback_dealer: code, ...brand } = input
  const issues: Issue[] = findBrandIssues(input, ctx)
  const dealerId = typeof code === 'string' ? await findDealerByCode(trx, code) : code
  if (typeof code === 'string' && dealerId === undefined) {
    issues.push({ field: 'fallback_dealer', message: `There is no dealer with the code "${code}".` })
  }
  if (input.id === undefined && !input.slug) issues.push(issue('slug', 'is required'))
  if (issues.length > 0) throw new Invalid(mergeIssues(issues))
  const saved = await saveBrands(ctx, trx, [brand])
  const id = saved.brands[0]?.id
  if (id === undefined) throw new Invalid(saved.issues.map(({ field, message }) => ({ field, message })))
  const isNewFallback =
    dealerId !== undefined && (await nameFallbackDealers(ctx, trx, new Map([[id, dealerId]])))
  if (saved.renamed || isNewFallback) await locatorsChanged(ctx.db, trx)
  return id
}
