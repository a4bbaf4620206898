import { Type } from 'typebox'
import type { AdminApi } from '../../../admin-api/index.ts'
import { endUserSessions } from '../../operations/end-user-sessions.ts'
import { EndedSessions, Only } from '../../records.ts'

export function addEndUserSessions(api: AdminApi): void {
  api.add({
    method: 'DELETE',
    path: '/users/:id/sessions',
    permission: 'access:write',
    operationId: 'endUserSessions',
    tag: 'users',
    summary: 'End all sessions of a user, in browsers and of programs; or one',
    query: Type.Object({ only: Only }, { additionalProperties: false }),
    answer: { description: 'How many sessions were open', data: EndedSessions },
    handle: ({ ctx, id, query }) => endUserSessions(ctx, `id:${id}`, query),
  })
}
