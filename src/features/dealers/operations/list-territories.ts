import type { OperationContext } from '../../../platform/context.ts'
import { authorize } from '../../../platform/principal.ts'
import { parse } from '../../../platform/schema-issues.ts'
import { findBrandId } from '../../brands/index.ts'
import * as queries from '../queries/list-queries.ts'
import { findDealer } from '../records/find-dealer.ts'
import { TerritoryList } from '../schemas.ts'

/**
 * Returns a page of the matching territories, by brand, country and code, and the number of all of them.
 * @throws NotFound (NOT_FOUND) for the brand or the dealer
 * @throws Invalid (VALIDATION_ERROR)
 */
export async function listTerritories(ctx: OperationContext, input: TerritoryList) {
  authorize(ctx.principal, 'dealers:read')
  const { brand, country, dealer, prefix, page, limit } = parse(TerritoryList, input)
  const { read } = ctx.db
  const filter: queries.TerritoryFilter = {
    brandId: brand === undefined ? undefined : await findBrandId(read, brand),
    country,
    dealerId: dealer === undefined ? undefined : (await findDealer(read, dealer)).id,
    prefix,
  }
  const rows = await queries.listTerritories(read, filter, { limit, offset: (page - 1) * limit })
  return { rows, total: await queries.countTerritories(read, filter) }
}
