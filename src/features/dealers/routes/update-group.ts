import type { AdminApi } from '../../admin-api/index.ts'
import { updateGroup } from '../operations/update-group.ts'
import { GroupRecord } from '../record.ts'
import { GroupChanges } from '../schemas.ts'

export function addUpdateGroup(api: AdminApi): void {
  api.add({
    method: 'PATCH',
    path: '/dealer-groups/:id',
    permission: 'dealers:write',
    operationId: 'updateDealerGroup',
    tag: 'dealers',
    summary: 'Rename a dealer group',
    body: GroupChanges,
    answer: { description: 'The dealer group', data: GroupRecord, versioned: true },
    handle: ({ ctx, id, body, expected }) =>
      updateGroup(ctx, { reference: `id:${id}`, changes: body, expected }),
  })
}
