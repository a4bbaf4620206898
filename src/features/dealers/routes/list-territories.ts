import { ListQuery } from '../../../platform/paging.ts'
import type { AdminApi } from '../../admin-api/index.ts'
import { listTerritories } from '../operations/list-territories.ts'
import { TerritoryRecord } from '../record.ts'
import { TERRITORY_FILTER } from '../schemas.ts'

export function addListTerritories(api: AdminApi): void {
  api.add({
    method: 'GET',
    path: '/territories',
    permission: 'dealers:read',
    operationId: 'listTerritories',
    tag: 'dealers',
    summary: 'List territories, by brand, country and postal code',
    query: ListQuery(TERRITORY_FILTER),
    answer: { description: 'A page of territories', data: TerritoryRecord, list: true },
    errors: [404],
    handle: ({ ctx, query }) => listTerritories(ctx, query),
  })
}
