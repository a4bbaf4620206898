import type { AdminApi } from '../../admin-api/index.ts'
import type { RegistrationServices } from '../context.ts'
import { Rejection, rejectRegistration } from '../operations/reject-registration.ts'
import { FullRegistration } from '../record.ts'

export function addRejectRegistration(api: AdminApi, services: RegistrationServices): void {
  api.add({
    method: 'POST',
    path: '/registrations/:id/reject',
    permission: 'warranty:create',
    operationId: 'rejectRegistration',
    tag: 'registrations',
    summary: 'Reject a registration with a reason, which its owner gets by mail',
    body: Rejection,
    answer: { description: 'The registration', data: FullRegistration, versioned: true },
    errors: [412],
    handle: ({ ctx, id, body, expected }) =>
      rejectRegistration({ ...services, ...ctx }, { id, fields: body, expected }),
  })
}
