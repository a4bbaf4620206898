import type { AdminApi } from '../../../admin-api/index.ts'
import type { LinkServices } from '../../account-links/account-links.ts'
import { inviteAgain } from '../../operations/invite-again.ts'
import { UserRecord } from '../../records.ts'

export function addInviteAgain(api: AdminApi, services: LinkServices): void {
  api.add({
    method: 'POST',
    path: '/users/:id/invitation',
    permission: 'access:write',
    operationId: 'inviteUserAgain',
    tag: 'users',
    summary: 'Send another invitation, or a link for another password; earlier links end',
    answer: { description: 'The user', data: UserRecord, versioned: true, once: ['link'] },
    handle: ({ ctx, id }) => inviteAgain({ ...services, ...ctx }, `id:${id}`),
  })
}
