import type { AdminApi } from '../../admin-api/index.ts'
import { readWarrantyUnchecked } from '../operations/read-warranty.ts'
import { transferWarranty } from '../operations/transfer-warranty.ts'
import { AdminTransferBody, AdminWarrantyRecord } from './schemas.ts'
import type { AdminServices } from './services.ts'

export function addTransferTo(api: AdminApi, services: AdminServices): void {
  api.add({
    method: 'POST',
    path: '/warranties/:id/transfer',
    permission: 'warranty:transfer',
    operationId: 'transferWarrantyById',
    tag: 'warranties',
    summary: 'Transfer a warranty to a new owner',
    body: AdminTransferBody,
    answer: { description: 'The warranty with its new owner', data: AdminWarrantyRecord, versioned: true },
    errors: [412],
    async handle({ ctx: call, id, body, expected, warn }) {
      const ctx = { ...services, ...call }
      const { warnings } = await transferWarranty(ctx, { selector: { id }, transfer: body, expected })
      warn(...warnings)
      return readWarrantyUnchecked(ctx, id)
    },
  })
}
