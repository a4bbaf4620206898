import type { AdminApi } from '../../../admin-api/index.ts'
import { createUser } from '../../operations/create-user.ts'
import { UserRecord } from '../../records.ts'
import { InvitedUser, inspectUser } from '../../users/user-fields.ts'

export function addCreateUser(api: AdminApi): void {
  api.add({
    method: 'POST',
    path: '/users',
    permission: 'access:write',
    operationId: 'createUser',
    tag: 'users',
    summary: 'Create a user, who sets a password by the link of an invitation',
    body: InvitedUser,
    inspectBody: inspectUser,
    answer: { status: 201, description: 'The new user', data: UserRecord, versioned: true },
    handle: ({ ctx, body }) => createUser(ctx, body, { invited: true }),
  })
}
