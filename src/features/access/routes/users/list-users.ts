import { Type } from 'typebox'
import { ListQuery, pageOf } from '../../../../platform/paging.ts'
import type { AdminApi } from '../../../admin-api/index.ts'
import { ACCESS_FILTERS } from '../../access-filters.ts'
import { listUsers } from '../../operations/list-users.ts'
import { UserRecord } from '../../records.ts'
import { ROLE_NAMES } from '../../roles.ts'

export function addListUsers(api: AdminApi): void {
  api.add({
    method: 'GET',
    path: '/users',
    permission: 'access:read',
    operationId: 'listUsers',
    tag: 'users',
    summary: 'List users, by e-mail address',
    query: ListQuery({
      ...ACCESS_FILTERS,
      role: Type.Optional(Type.String({ enum: ROLE_NAMES })),
    }),
    answer: { description: 'A page of users', data: UserRecord, list: true },
    handle: async ({ ctx, query }) => pageOf(await listUsers(ctx, query), query),
  })
}
