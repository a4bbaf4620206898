import type { Reader, Trx } from '../../platform/db/db.ts'
import { Invalid, type Issue, issue } from '../../platform/errors.ts'
import { suggest } from '../../platform/references.ts'
import { mergeIssues } from '../../platform/schema-issues.ts'
import { findBrandIssues } from './brand-issues.ts'
import { locatorsChanged } from './brands.ts'
import type { BrandContext } from './context.ts'
import { nameFallbackDealers } from './name-fallback-dealers.ts'
import { findNamedDealers, listSimilarCodes } from './queries.ts'
import { saveBrands } from './save-brands.ts'
import type { BrandFields } from './schemas.ts'

/**
 * Creates or changes one brand with its fallback dealer. Returns its id.
 * @throws Invalid (VALIDATION_ERROR) with every issue
 */
export async function saveBrand(ctx: BrandContext, trx: Trx, input: BrandFields): Promise<number> {
  const { fallback_dealer: dealer, ...brand } = input
  const issues: Issue[] = findBrandIssues(input, ctx)
  const dealerId = typeof dealer === 'string' ? await findDealerId(trx, dealer, issues) : dealer
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

/** Returns the id of the dealer with this code or exact name; adds an issue where there is none, or several. */
async function findDealerId(reader: Reader, text: string, issues: Issue[]): Promise<number | undefined> {
  const [dealer, ...others] = await findNamedDealers(reader, text)
  if (dealer && (others.length === 0 || dealer.dealer_code === text)) return dealer.id
  const message = dealer
    ? `Several dealers are called "${text}". Use the code of the one that you mean: ${[dealer, ...others].flatMap((one) => one.dealer_code || []).join(', ')}.`
    : `There is no dealer "${text}".${suggest(text, await listSimilarCodes(reader, text))}`
  issues.push({ field: 'fallback_dealer', message })
  return undefined
}
