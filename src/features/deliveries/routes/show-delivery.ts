import type { AdminApi } from '../../admin-api/index.ts'
import { showDelivery } from '../operations/show-delivery.ts'
import { DeliveryRecord, toAdminDelivery } from '../record.ts'

export function addShowDelivery(api: AdminApi): void {
  api.add({
    method: 'GET',
    path: '/deliveries/:id',
    permission: 'deliveries:read',
    operationId: 'showDelivery',
    tag: 'deliveries',
    summary: 'Show a delivery with every attempt',
    answer: { description: 'The delivery', data: DeliveryRecord, versioned: true },
    handle: async ({ ctx, id }) => toAdminDelivery(await showDelivery(ctx, { id })),
  })
}
