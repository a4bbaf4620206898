import type { AdminApi } from '../../admin-api/index.ts'
import { readWarranty } from '../operations/read-warranty.ts'
import { AdminWarrantyRecord } from './schemas.ts'
import type { AdminServices } from './services.ts'

export function addShowWarranty(api: AdminApi, services: AdminServices): void {
  api.add({
    method: 'GET',
    path: '/warranties/:id',
    permission: 'warranty:read',
    operationId: 'showWarranty',
    tag: 'warranties',
    summary: 'Show a warranty',
    answer: { description: 'The warranty', data: AdminWarrantyRecord, versioned: true },
    handle: ({ ctx, id }) => readWarranty({ ...services, ...ctx }, id),
  })
}
