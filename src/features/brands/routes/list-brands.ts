import { ListQuery, pageOf } from '../../../platform/paging.ts'
import type { AdminApi } from '../../admin-api/index.ts'
import { listBrands } from '../operations/list-brands.ts'
import { BrandRecord } from '../record.ts'

export function addListBrands(api: AdminApi): void {
  api.add({
    method: 'GET',
    path: '/brands',
    permission: 'brands:read',
    operationId: 'listBrands',
    tag: 'brands',
    summary: 'List brands, by id',
    query: ListQuery({}),
    answer: { description: 'A page of brands', data: BrandRecord, list: true },
    handle: async ({ ctx, query }) => pageOf(await listBrands(ctx), query),
  })
}
