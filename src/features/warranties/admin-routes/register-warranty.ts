import type { AdminApi } from '../../admin-api/index.ts'
import { RegistrationBody, registerWarranty } from '../operations/register-warranty.ts'
import { AdminWarrantyRecord } from './schemas.ts'
import type { AdminServices } from './services.ts'

export function addRegisterWarranty(api: AdminApi, services: AdminServices): void {
  api.add({
    method: 'POST',
    path: '/warranties',
    permission: 'warranty:create',
    operationId: 'registerWarranty',
    tag: 'warranties',
    summary: 'Register a warranty',
    body: RegistrationBody,
    untrimmed: ['hin'],
    answer: { status: 201, description: 'The new warranty', data: AdminWarrantyRecord, versioned: true },
    errors: [404],
    async handle({ ctx, body, warn }) {
      const { warranty, warnings } = await registerWarranty({ ...services, ...ctx }, body)
      warn(...warnings)
      return warranty
    },
  })
}
