import { ListQuery } from '../../../platform/paging.ts'
import { type AdminApi, BOUNDS, readBounds } from '../../admin-api/index.ts'
import type { RegistrationServices } from '../context.ts'
import { FILTER, listRegistrations } from '../operations/list-registrations.ts'
import { ListedRegistration } from '../record.ts'

export function addListRegistrations(api: AdminApi, services: RegistrationServices): void {
  api.add({
    method: 'GET',
    path: '/registrations',
    permission: 'warranty:read',
    operationId: 'listRegistrations',
    tag: 'registrations',
    summary: "List owners' registrations, the newest first",
    query: ListQuery({ ...FILTER, ...BOUNDS }),
    answer: { description: 'A page of registrations', data: ListedRegistration, list: true },
    handle: ({ ctx, query }) => listRegistrations({ ...services, ...ctx }, readBounds(query)),
  })
}
