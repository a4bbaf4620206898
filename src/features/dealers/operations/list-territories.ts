import type { OperationContext } from '../../../platform/context.ts'
import { listPage, MOST_COUNTED, type Page } from '../../../platform/paging.ts'
import { authorize } from '../../../platform/principal.ts'
import { parse } from '../../../platform/schema-issues.ts'
import * as queries from '../queries/territory-queries.ts'
import { readTerritoryFilter } from '../records/read-territory-filter.ts'
import { TerritoryList } from '../schemas.ts'

export type TerritoryView = queries.ListedTerritory

/**
 * Returns a page of the matching territories of the principal's brands, by brand, country and code.
 * @throws NotFound (NOT_FOUND) for the brand or the dealer
 * @throws Invalid (VALIDATION_ERROR)
 */
export async function listTerritories(
  ctx: OperationContext,
  input: TerritoryList,
): Promise<Page<TerritoryView>> {
  authorize(ctx.principal, 'dealers:read')
  const { brand, country, dealer, prefix, ...request } = parse(TerritoryList, input)
  const filter = await readTerritoryFilter(ctx, { brand, country, dealer, prefix })
  // Indexes lead to brands and dealers; other conditions may have to be checked on every territory.
  const reader = prefix || country ? ctx.db.scan : ctx.db.read
  return listPage<queries.ListedTerritory, queries.TerritoryKey>(request, {
    keyOf: (row) => [row.brand_id, row.country, row.postal_code],
    isKey: ([brandId, ...texts]) =>
      Number.isSafeInteger(brandId) && texts.length === 2 && texts.every((text) => typeof text === 'string'),
    rows: (window) => queries.listTerritories(reader, filter, window),
    count: () => queries.countTerritories(reader, filter, MOST_COUNTED + 1),
  })
}
