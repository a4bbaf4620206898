import type { AdminApi } from '../../admin-api/index.ts'
import { showDealer } from '../operations/show-dealer.ts'
import { DealerRecord } from '../record.ts'

export function addShowDealer(api: AdminApi): void {
  api.add({
    method: 'GET',
    path: '/dealers/:id',
    permission: 'dealers:read',
    operationId: 'showDealer',
    tag: 'dealers',
    summary: 'Show a dealer',
    answer: { description: 'The dealer', data: DealerRecord, versioned: true },
    handle: ({ ctx, id }) => showDealer(ctx, `id:${id}`),
  })
}
