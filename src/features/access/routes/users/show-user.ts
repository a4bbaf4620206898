import type { AdminApi } from '../../../admin-api/index.ts'
import { showUser } from '../../operations/show-user.ts'
import { UserRecord } from '../../records.ts'

export function addShowUser(api: AdminApi): void {
  api.add({
    method: 'GET',
    path: '/users/:id',
    permission: 'access:read',
    operationId: 'showUser',
    tag: 'users',
    summary: 'Show a user',
    answer: { description: 'The user', data: UserRecord, versioned: true },
    handle: ({ ctx, id }) => showUser(ctx, `id:${id}`),
  })
}
