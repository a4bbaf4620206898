import type { AdminApi } from '../../../admin-api/index.ts'
import { updateUser } from '../../operations/update-user.ts'
import { UserRecord } from '../../records.ts'
import { inspectUser, UserPatch } from '../../users/user-fields.ts'

export function addUpdateUser(api: AdminApi): void {
  api.add({
    method: 'PATCH',
    path: '/users/:id',
    permission: 'access:write',
    operationId: 'updateUser',
    tag: 'users',
    summary: 'Change a user; a role replaces the permissions, unless there are some beside it',
    body: UserPatch,
    inspectBody: inspectUser,
    answer: { description: 'The user', data: UserRecord, versioned: true },
    handle: ({ ctx, id, body, expected }) =>
      updateUser(ctx, { reference: `id:${id}`, changes: body, expected }),
  })
}
