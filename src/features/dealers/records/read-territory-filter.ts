import type { OperationContext } from '../../../platform/context.ts'
import { selectBrandIds } from '../../brands/index.ts'
import type { TerritoryFilter } from '../queries/territory-queries.ts'
import { findDealer } from './find-dealer.ts'

/**
 * Returns the filter for these conditions, limited to the principal's brands.
 * @throws NotFound (NOT_FOUND) for the brand or the dealer
 */
export async function readTerritoryFilter(
  { db: { read }, principal }: OperationContext,
  {
    brand,
    country,
    dealer,
    prefix,
  }: { [K in 'brand' | 'country' | 'dealer' | 'prefix']?: string | undefined },
): Promise<TerritoryFilter> {
  return {
    brandIds: await selectBrandIds(read, principal, brand),
    ...(country && { country: country.toUpperCase() }),
    ...(dealer !== undefined && { dealerId: (await findDealer(read, principal, dealer)).id }),
    ...(prefix && { prefix }),
  }
}
