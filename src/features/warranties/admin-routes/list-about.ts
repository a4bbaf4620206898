import { ListQuery } from '../../../platform/paging.ts'
import type { AdminApi } from '../../admin-api/index.ts'
import { Entry, listEntries } from '../../audit/index.ts'
import { ListedDelivery, listDeliveries, toAdminDelivery } from '../../deliveries/index.ts'
import { readWarrantyUnchecked } from '../operations/read-warranty.ts'
import type { AdminServices } from './services.ts'

/** Adds the lists of what is about one warranty. Each needs the permission of what it shows. */
export function addListsAbout(api: AdminApi, services: AdminServices): void {
  api.add({
    method: 'GET',
    path: '/warranties/:id/deliveries',
    permission: 'deliveries:read',
    operationId: 'listWarrantyDeliveries',
    tag: 'warranties',
    summary: 'List the deliveries about a warranty, the newest first',
    query: ListQuery({}),
    answer: { description: 'A page of deliveries', data: ListedDelivery, list: true },
    handle: async ({ ctx: call, id, query }) => {
      const ctx = { ...services, ...call }
      await readWarrantyUnchecked(ctx, id)
      const { items, pagination } = await listDeliveries(ctx, { ...query, subject: `warranty:${id}` })
      return { items: items.map(toAdminDelivery), pagination }
    },
  })
  api.add({
    method: 'GET',
    path: '/warranties/:id/audit',
    permission: 'audit:read',
    operationId: 'listWarrantyAudit',
    tag: 'warranties',
    summary: 'List what was done to a warranty by whom, the newest first',
    query: ListQuery({}),
    answer: { description: 'A page of entries', data: Entry, list: true },
    handle: async ({ ctx: call, id, query }) => {
      const ctx = { ...services, ...call }
      await readWarrantyUnchecked(ctx, id)
      return listEntries(ctx, { ...query, subject: `warranty:${id}` })
    },
  })
}
