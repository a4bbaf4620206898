import { Conflict, Invalid, issue } from '../../../platform/errors.ts'
import { authorize } from '../../../platform/principal.ts'
import { mergeIssues } from '../../../platform/schema-issues.ts'
import { findBrandIds } from '../../brands/index.ts'
import type { DealerContext } from '../context.ts'
import { type DealerFields, findDealerIssues, toDealerInput } from '../records/dealer-fields.ts'
import { type SavedDealerView, saveDealer } from '../records/save-dealer.ts'
import { matchDealers } from '../records/save-dealers.ts'

/**
 * Creates a dealer. Brands are given by slug or id.
 * @throws Invalid (VALIDATION_ERROR)
 * @throws NotFound (NOT_FOUND) for a brand
 * @throws Conflict (CONFLICT) where there is such a dealer
 */
export async function createDealer(ctx: DealerContext, input: DealerFields): Promise<SavedDealerView> {
  authorize(ctx.principal, 'dealers:write')
  const issues = findDealerIssues(input)
  for (const field of ['name', 'country'] as const) {
    if (input[field] === undefined) issues.push(issue(field, 'is required'))
  }
  if (issues.length > 0) throw new Invalid(mergeIssues(issues))
  return saveDealer(ctx, async (reader) => {
    const dealer = toDealerInput(input)
    const { matches } = await matchDealers(reader, [dealer])
    if (matches[0]) {
      const { id, dealer_code, name } = matches[0]
      const code = dealer_code && `code ${dealer_code}, `
      throw new Conflict('CONFLICT', `There is such a dealer already: ${name} (${code}id ${id}).`)
    }
    return { ...dealer, brandIds: await findBrandIds(reader, input.brands) }
  })
}
