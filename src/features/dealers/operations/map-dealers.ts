import { setImmediate as nextTurn } from 'node:timers/promises'
import { authorize } from '../../../platform/principal.ts'
import { parse } from '../../../platform/schema-issues.ts'
import { findHeldBrand } from '../../brands/index.ts'
import type { DealerMaps } from '../dealer-maps.ts'
import { pageOfPlaced } from '../queries/list-queries.ts'
import { type MapPoint, toMapPoint } from '../queries/map-queries.ts'
import { type FilterContext, readDealerFilter } from '../records/read-dealer-filter.ts'
import { DealerMapQuery } from '../schemas.ts'

const PAGE = 1_000

/**
 * Returns the matching dealers of a brand that have coordinates, by id; only active ones unless the filter says otherwise.
 * @throws NotFound (NOT_FOUND) for the brand or the group
 * @throws Invalid (VALIDATION_ERROR)
 */
export async function mapDealers(
  ctx: FilterContext & { maps: DealerMaps },
  input: DealerMapQuery,
): Promise<readonly MapPoint[]> {
  authorize(ctx.principal, 'dealers:read')
  const { brand, include_inactive = false, ...conditions } = parse(DealerMapQuery, input)
  if (Object.values(conditions).every((condition) => condition === undefined)) {
    const { id } = await findHeldBrand(ctx.db.read, ctx.principal, brand)
    const { all, active } = await ctx.maps(id)
    return include_inactive ? all : active
  }
  const active = conditions.active ?? (include_inactive ? undefined : true)
  const filter = await readDealerFilter(ctx, { ...conditions, brand, active })
  const points: MapPoint[] = []
  for (;;) {
    const page = await pageOfPlaced(ctx.db.scan, filter, { afterId: points.at(-1)?.id ?? 0, limit: PAGE })
    for (const dealer of page) points.push(toMapPoint(dealer))
    if (page.length < PAGE) return points
    await nextTurn()
  }
}
