import { Type } from 'typebox'
import type { AdminApi } from '../../admin-api/index.ts'
import type { DealerMaps } from '../dealer-maps.ts'
import { mapDealers } from '../operations/map-dealers.ts'
import { DealerPoint } from '../record.ts'
import type { Places } from '../records/look-up-points.ts'
import { DealerMapQuery } from '../schemas.ts'

export function addMapDealers(api: AdminApi, maps: DealerMaps, { locateAll }: Places): void {
  api.add({
    method: 'GET',
    path: '/dealers/map',
    permission: 'dealers:read',
    operationId: 'mapDealers',
    tag: 'dealers',
    summary: 'Show where the active dealers of a brand are, or those that match a filter',
    query: DealerMapQuery,
    answer: { description: 'All matching dealers with coordinates, by id', data: Type.Array(DealerPoint) },
    errors: [404],
    handle: ({ ctx, query }) => mapDealers({ ...ctx, maps, locateAll }, query),
  })
}
