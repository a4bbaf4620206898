import { Type } from 'typebox'
import { ListQuery } from '../../../platform/paging.ts'
import { type AdminApi, readBounds } from '../../admin-api/index.ts'
import { STATUSES } from '../delivery.ts'
import type { DeliveryList, DeliveryReader } from '../filter.ts'
import { listDeliveries } from '../operations/list-deliveries.ts'
import { ListedDelivery, toAdminDelivery } from '../record.ts'
import { FILTER } from './filter.ts'

export function addListDeliveries(api: AdminApi, services: Pick<DeliveryReader, 'brands'>): void {
  api.add({
    method: 'GET',
    path: '/deliveries',
    permission: 'deliveries:read',
    operationId: 'listDeliveries',
    tag: 'deliveries',
    summary: 'List deliveries, the newest first',
    query: ListQuery({ ...FILTER, state: Type.Optional(Type.String({ enum: [...STATUSES] })) }),
    answer: { description: 'A page of deliveries', data: ListedDelivery, list: true },
    handle: async ({ ctx, query }) => {
      const { items, pagination } = await listDeliveries(
        { ...services, ...ctx },
        readBounds(query) as DeliveryList,
      )
      return { items: items.map(toAdminDelivery), pagination }
    },
  })
}
