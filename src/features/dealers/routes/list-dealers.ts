import { ListQuery } from '../../../platform/paging.ts'
import type { AdminApi } from '../../admin-api/index.ts'
import { listDealers } from '../operations/list-dealers.ts'
import { DealerRecord } from '../record.ts'
import type { Places } from '../records/look-up-points.ts'
import { DEALER_FILTER } from '../schemas.ts'

export function addListDealers(api: AdminApi, { locateAll }: Places): void {
  api.add({
    method: 'GET',
    path: '/dealers',
    permission: 'dealers:read',
    operationId: 'listDealers',
    tag: 'dealers',
    summary: 'List dealers, by id or by name',
    query: ListQuery(DEALER_FILTER),
    answer: { description: 'A page of dealers', data: DealerRecord, list: true },
    errors: [404],
    handle: ({ ctx, query }) => listDealers({ ...ctx, locateAll }, query),
  })
}
