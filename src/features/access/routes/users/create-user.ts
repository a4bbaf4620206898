import type { AdminApi } from '../../../admin-api/index.ts'
import type { LinkServices } from '../../account-links/account-links.ts'
import { inviteUser } from '../../operations/invite-user.ts'
import { UserRecord } from '../../records.ts'
import { InvitedUser, inspectUser } from '../../users/user-fields.ts'

export function addCreateUser(api: AdminApi, services: LinkServices): void {
  api.add({
    method: 'POST',
    path: '/users',
    permission: 'access:write',
    operationId: 'createUser',
    tag: 'users',
    summary: 'Invite a user, who chooses a password by a link',
    body: InvitedUser,
    inspectBody: inspectUser,
    answer: { status: 201, description: 'The new user', data: UserRecord, versioned: true, once: ['link'] },
    handle: ({ ctx, body }) => inviteUser({ ...services, ...ctx }, body),
  })
}
