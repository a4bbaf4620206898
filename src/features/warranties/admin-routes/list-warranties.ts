import type { AdminApi } from '../../admin-api/index.ts'
import { browseWarranties } from '../operations/browse-warranties.ts'
import { AdminListQuery, AdminWarrantyRecord } from './schemas.ts'
import type { AdminServices } from './services.ts'

export function addBrowseWarranties(api: AdminApi, services: AdminServices): void {
  api.add({
    method: 'GET',
    path: '/warranties',
    permission: 'warranty:list',
    operationId: 'browseWarranties',
    tag: 'warranties',
    summary: 'List warranties, newest first',
    query: AdminListQuery,
    answer: { description: 'A page of warranties', data: AdminWarrantyRecord, list: true },
    errors: [404],
    handle: ({ ctx, query }) => browseWarranties({ ...services, ...ctx }, query),
  })
}
