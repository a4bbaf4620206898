import type { AdminApi } from '../../admin-api/index.ts'
import { mapTerritories } from '../operations/map-territories.ts'
import { TerritoryMap } from '../record.ts'
import type { Places } from '../records/look-up-points.ts'
import { TerritoryMapQuery } from '../schemas.ts'

export function addMapTerritories(api: AdminApi, { locateAll }: Places): void {
  api.add({
    method: 'GET',
    path: '/territories/map',
    permission: 'dealers:read',
    operationId: 'mapTerritories',
    tag: 'dealers',
    summary: 'Show where the territories of a brand are, and whose they are',
    query: TerritoryMapQuery,
    answer: { description: 'All matching territories whose place is known', data: TerritoryMap },
    errors: [404],
    handle: ({ ctx, query }) => mapTerritories({ ...ctx, locateAll }, query),
  })
}
