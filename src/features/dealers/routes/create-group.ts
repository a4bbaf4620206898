import type { AdminApi } from '../../admin-api/index.ts'
import { createGroup } from '../operations/create-group.ts'
import { GroupRecord } from '../record.ts'
import { NewGroup } from '../schemas.ts'

export function addCreateGroup(api: AdminApi): void {
  api.add({
    method: 'POST',
    path: '/dealer-groups',
    permission: 'dealers:write',
    operationId: 'createDealerGroup',
    tag: 'dealers',
    summary: 'Create a dealer group',
    body: NewGroup,
    answer: { status: 201, description: 'The new dealer group', data: GroupRecord, versioned: true },
    handle: ({ ctx, body }) => createGroup(ctx, body),
  })
}
