import type { AdminApi } from '../../admin-api/index.ts'
import { showBrand } from '../operations/show-brand.ts'
import { BrandRecord } from '../record.ts'

export function addShowBrand(api: AdminApi): void {
  api.add({
    method: 'GET',
    path: '/brands/:id',
    permission: 'brands:read',
    operationId: 'showBrand',
    tag: 'brands',
    summary: 'Show a brand',
    answer: { description: 'The brand', data: BrandRecord, versioned: true },
    handle: ({ ctx, id }) => showBrand(ctx, `id:${id}`),
  })
}
