import type { AdminApi } from '../../admin-api/index.ts'
import type { RegistrationServices } from '../context.ts'
import { Acceptance, acceptRegistration } from '../operations/accept-registration.ts'
import { FullRegistration } from '../record.ts'

export function addAcceptRegistration(api: AdminApi, services: RegistrationServices): void {
  api.add({
    method: 'POST',
    path: '/registrations/:id/accept',
    permission: 'warranty:create',
    operationId: 'acceptRegistration',
    tag: 'registrations',
    summary: 'Accept a registration: it becomes a warranty, or a transfer of the one that has its HIN',
    body: Acceptance,
    bodyOptional: true,
    untrimmed: ['hin'],
    answer: { description: 'The registration', data: FullRegistration, versioned: true },
    errors: [412],
    async handle({ ctx, id, body, expected, warn }) {
      const input = { id, fields: body ?? {}, expected }
      const { registration, warnings } = await acceptRegistration({ ...services, ...ctx }, input)
      warn(...warnings)
      return registration
    },
  })
}
