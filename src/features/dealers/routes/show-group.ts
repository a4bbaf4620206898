import type { AdminApi } from '../../admin-api/index.ts'
import { showGroup } from '../operations/show-group.ts'
import { GroupRecord } from '../record.ts'

export function addShowGroup(api: AdminApi): void {
  api.add({
    method: 'GET',
    path: '/dealer-groups/:id',
    permission: 'dealers:read',
    operationId: 'showDealerGroup',
    tag: 'dealers',
    summary: 'Show a dealer group',
    answer: { description: 'The dealer group', data: GroupRecord, versioned: true },
    handle: ({ ctx, id }) => showGroup(ctx, `id:${id}`),
  })
}
