import { Type } from 'typebox'
import { FilledText } from '../../../platform/input-schemas.ts'
import type { AdminApi } from '../../admin-api/index.ts'
import type { DealerMaps } from '../dealer-maps.ts'
import { mapDealers } from '../operations/map-dealers.ts'
import { DealerPoint } from '../record.ts'

const MapQuery = Type.Object(
  { brand: { ...FilledText(200), description: 'Slug or id' } },
  { additionalProperties: false },
)

export function addMapDealers(api: AdminApi, maps: DealerMaps): void {
  api.add({
    method: 'GET',
    path: '/dealers/map',
    permission: 'dealers:read',
    operationId: 'mapDealers',
    tag: 'dealers',
    summary: 'Show where all active dealers of a brand are',
    query: MapQuery,
    answer: { description: 'All active dealers with coordinates, by id', data: Type.Array(DealerPoint) },
    errors: [404],
    handle: ({ ctx, query }) => mapDealers({ ...ctx, maps }, query),
  })
}
