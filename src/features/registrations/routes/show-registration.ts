import type { AdminApi } from '../../admin-api/index.ts'
import type { RegistrationServices } from '../context.ts'
import { showRegistration } from '../operations/show-registration.ts'
import { FullRegistration } from '../record.ts'

export function addShowRegistration(api: AdminApi, services: RegistrationServices): void {
  api.add({
    method: 'GET',
    path: '/registrations/:id',
    permission: 'warranty:read',
    operationId: 'showRegistration',
    tag: 'registrations',
    summary: 'Show a registration with its possible duplicates',
    answer: { description: 'The registration', data: FullRegistration, versioned: true },
    handle: ({ ctx, id }) => showRegistration({ ...services, ...ctx }, { id }),
  })
}
