import type { AdminApi } from '../../admin-api/index.ts'
import { getOwnershipHistory } from '../operations/get-ownership-history.ts'
import { History } from './schemas.ts'
import type { AdminServices } from './services.ts'

export function addShowHistory(api: AdminApi, services: AdminServices): void {
  api.add({
    method: 'GET',
    path: '/warranties/:id/history',
    permission: 'warranty:history',
    operationId: 'showOwnershipHistory',
    tag: 'warranties',
    summary: 'Show the owners of a boat, the first one first',
    answer: { description: 'The owners; the present one has no transfer_date', data: History },
    handle: ({ ctx, id }) => getOwnershipHistory({ ...services, ...ctx }, { id }),
  })
}
