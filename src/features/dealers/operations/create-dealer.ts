import type { Reader } from '../../../platform/db/db.ts'
import { Conflict, Invalid, issue } from '../../../platform/errors.ts'
import { authorize, brandsOf } from '../../../platform/principal.ts'
import { mergeIssues } from '../../../platform/schema-issues.ts'
import { findHeldBrandIds } from '../../brands/index.ts'
import type { DealerContext } from '../context.ts'
import { keepVisible } from '../queries/visible.ts'
import { type DealerFields, findDealerIssues, toDealerInput } from '../records/dealer-fields.ts'
import type { StoredDealer } from '../records/dealer-record.ts'
import { requireVisibleGroup } from '../records/require-own.ts'
import { type SavedDealerView, saveDealer } from '../records/save-dealer.ts'
import { matchDealers } from '../records/save-dealers.ts'

/**
 * Creates a dealer. Brands are given by slug or id: by a principal that is limited to brands, at least one of them.
 * @throws Invalid (VALIDATION_ERROR)
 * @throws Forbidden (BRAND_NOT_PERMITTED) for a brand that the principal doesn't hold
 * @throws Conflict (CONFLICT) where there is such a dealer
 */
export async function createDealer(ctx: DealerContext, input: DealerFields): Promise<SavedDealerView> {
  const { principal } = ctx
  authorize(principal, 'dealers:write')
  const issues = findDealerIssues(input)
  for (const field of ['name', 'country'] as const) {
    if (input[field] === undefined) issues.push(issue(field, 'is required'))
  }
  if (brandsOf(principal) && !input.brands?.length) {
    issues.push(issue('brands', 'is required: give the dealer at least one of your brands'))
  }
  if (issues.length > 0) throw new Invalid(mergeIssues(issues))
  return saveDealer(ctx, async (reader) => {
    const brandIds = await findHeldBrandIds(reader, principal, { field: 'brands', references: input.brands })
    await requireVisibleGroup(reader, principal, input.group_id)
    const dealer = toDealerInput(input)
    const { matches } = await matchDealers(reader, [dealer])
    if (matches[0]) throw await conflictWith(ctx, reader, matches[0])
    return { ...dealer, brandIds }
  })
}

async function conflictWith(
  { principal }: DealerContext,
  reader: Reader,
  dealer: StoredDealer,
): Promise<Conflict> {
  const [visible] = await keepVisible(reader, brandsOf(principal), [dealer])
  if (!visible) {
    const advice = 'Ask somebody who holds all brands to add yours to it.'
    return new Conflict('CONFLICT', `This is already a dealer of other brands. ${advice}`)
  }
  const { id, dealer_code, name } = visible
  const code = dealer_code && `code ${dealer_code}, `
  return new Conflict('CONFLICT', `This dealer already exists: ${name} (${code}id ${id}).`)
}
