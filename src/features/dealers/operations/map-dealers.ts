import type { OperationContext } from '../../../platform/context.ts'
import { authorize } from '../../../platform/principal.ts'
import { findHeldBrand } from '../../brands/index.ts'
import type { DealerMaps } from '../dealer-maps.ts'
import type { MapPoint } from '../queries/map-queries.ts'

/** Returns all active dealers of a brand that have coordinates, by id. @throws NotFound (NOT_FOUND) for the brand */
export async function mapDealers(
  ctx: OperationContext & { maps: DealerMaps },
  { brand }: { brand: string },
): Promise<readonly MapPoint[]> {
  authorize(ctx.principal, 'dealers:read')
  const { id } = await findHeldBrand(ctx.db.read, ctx.principal, brand)
  return ctx.maps(id)
}
