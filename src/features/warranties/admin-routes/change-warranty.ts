import type { AdminApi } from '../../admin-api/index.ts'
import { changeWarranty } from '../operations/change-warranty.ts'
import { AdminWarrantyRecord, ChangeBody } from './schemas.ts'
import type { AdminServices } from './services.ts'

export function addChangeWarranty(api: AdminApi, services: AdminServices): void {
  api.add({
    method: 'PATCH',
    path: '/warranties/:id',
    // `warranty:correct`, and `warranty:update` for the contact.
    permission: null,
    operationId: 'changeWarranty',
    tag: 'warranties',
    summary: 'Correct a warranty; omitted fields keep their values, null clears them',
    body: ChangeBody,
    answer: { description: 'The warranty', data: AdminWarrantyRecord, versioned: true },
    handle: ({ ctx, id, body: { owner, contact, ...fields }, expected }) =>
      changeWarranty({ ...services, ...ctx }, { id, fields, owner, contact, expected }),
  })
}
