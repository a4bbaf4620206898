import { ListQuery } from '../../../platform/paging.ts'
import type { AdminApi } from '../../admin-api/index.ts'
import { listGroups } from '../operations/list-groups.ts'
import { GroupRecord } from '../record.ts'
import { GROUP_FILTER } from '../schemas.ts'

export function addListGroups(api: AdminApi): void {
  api.add({
    method: 'GET',
    path: '/dealer-groups',
    permission: 'dealers:read',
    operationId: 'listDealerGroups',
    tag: 'dealers',
    summary: 'List dealer groups, by id',
    query: ListQuery(GROUP_FILTER),
    answer: { description: 'A page of dealer groups', data: GroupRecord, list: true },
    handle: ({ ctx, query }) => listGroups(ctx, query),
  })
}
