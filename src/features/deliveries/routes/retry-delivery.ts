import type { AdminApi } from '../../admin-api/index.ts'
import type { RetryContext } from '../operations/retry-deliveries.ts'
import { retryDelivery } from '../operations/retry-delivery.ts'
import { ListedDelivery, toAdminDelivery } from '../record.ts'

export function addRetryDelivery(api: AdminApi, services: Pick<RetryContext, 'brands' | 'deliveries'>): void {
  api.add({
    method: 'POST',
    path: '/deliveries/:id/retry',
    permission: 'deliveries:retry',
    operationId: 'retryDelivery',
    tag: 'deliveries',
    summary: 'Make a delivery due now, with its complete schedule',
    answer: { description: 'The delivery', data: ListedDelivery },
    handle: async ({ ctx, id }) => toAdminDelivery(await retryDelivery({ ...services, ...ctx }, { id })),
  })
}
