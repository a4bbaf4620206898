import { ListQuery } from '../../../../platform/paging.ts'
import type { AdminApi } from '../../../admin-api/index.ts'
import { listUserSessions } from '../../operations/list-user-sessions.ts'
import { SessionRecord } from '../../records.ts'

export function addListUserSessions(api: AdminApi): void {
  api.add({
    method: 'GET',
    path: '/users/:id/sessions',
    permission: 'access:read',
    operationId: 'listUserSessions',
    tag: 'users',
    summary: 'List the open sessions of a user, newest first',
    query: ListQuery({}),
    answer: { description: 'A page of sessions', data: SessionRecord, list: true },
    handle: ({ ctx, id, query }) => listUserSessions(ctx, { ...query, reference: `id:${id}` }),
  })
}
