import { Type } from 'typebox'
import type { AdminApi } from '../../admin-api/index.ts'
import type { DeliveryReader } from '../filter.ts'
import { listReceivers } from '../operations/list-receivers.ts'
import { Receiver } from '../record.ts'

const ReceiversQuery = Type.Object(
  { brand: Type.Optional(Type.String({ description: 'Slug or id' })) },
  { additionalProperties: false },
)

export function addListReceivers(api: AdminApi, services: Pick<DeliveryReader, 'brands'>): void {
  api.add({
    method: 'GET',
    path: '/deliveries/receivers',
    permission: 'deliveries:read',
    operationId: 'listReceivers',
    tag: 'deliveries',
    summary: 'Show how receivers performed in the last hour, and the deliveries that wait for them',
    query: ReceiversQuery,
    answer: { description: 'Receivers, those with the most waiting first', data: Type.Array(Receiver) },
    errors: [404],
    handle: ({ ctx, query }) => listReceivers({ ...services, ...ctx }, query),
  })
}
