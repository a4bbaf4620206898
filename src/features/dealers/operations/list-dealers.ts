import type { OperationContext } from '../../../platform/context.ts'
import { authorize } from '../../../platform/principal.ts'
import { parse } from '../../../platform/schema-issues.ts'
import { findBrandId } from '../../brands/index.ts'
import * as queries from '../queries/list-queries.ts'
import { type DealerView, viewDealers } from '../records/dealer-view.ts'
import { findGroup } from '../records/find-dealer.ts'
import { DealerList } from '../schemas.ts'

/**
 * Returns a page of the matching dealers, by id, and the number of all of them.
 * @throws NotFound (NOT_FOUND) for the brand or the group
 * @throws Invalid (VALIDATION_ERROR)
 */
export async function listDealers(
  ctx: OperationContext,
  input: DealerList,
): Promise<{ rows: DealerView[]; total: number }> {
  authorize(ctx.principal, 'dealers:read')
  const { brand, group, country, search = '', page, limit, ...filter } = parse(DealerList, input)
  const { read } = ctx.db
  const filters: queries.DealerFilter = {
    ...filter,
    countryCode: country,
    brandId: brand === undefined ? undefined : await findBrandId(read, brand),
    groupId: group === undefined ? undefined : (await findGroup(read, group)).id,
    words: search.split(/\s+/).filter(Boolean),
  }
  const rows = await queries.listDealers(read, filters, { limit, offset: (page - 1) * limit })
  return { rows: await viewDealers(read, rows), total: await queries.countDealers(read, filters) }
}
