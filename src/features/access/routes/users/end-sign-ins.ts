import { Type } from 'typebox'
import type { AdminApi } from '../../../admin-api/index.ts'
import { endUserSessions } from '../../operations/end-user-sessions.ts'

export function addEndUserSessions(api: AdminApi): void {
  api.add({
    method: 'DELETE',
    path: '/users/:id/sessions',
    permission: 'access:write',
    operationId: 'endUserSessions',
    tag: 'users',
    summary: 'End all sessions of a user, in browsers and of programs',
    answer: {
      description: 'How many sessions were open',
      data: Type.Object({ ended: Type.Integer() }),
    },
    handle: ({ ctx, id }) => endUserSessions(ctx, `id:${id}`),
  })
}
