import type { AdminApi } from '../../admin-api/index.ts'
import { updateBrand } from '../operations/update-brand.ts'
import { BrandRecord } from '../record.ts'
import { BrandChanges } from '../schemas.ts'
import type { BrandServices } from './services.ts'

export function addUpdateBrand(api: AdminApi, services: BrandServices): void {
  api.add({
    method: 'PATCH',
    path: '/brands/:id',
    permission: 'brands:write',
    operationId: 'updateBrand',
    tag: 'brands',
    summary: 'Change a brand; omitted fields keep their values, null clears them',
    body: BrandChanges,
    answer: { description: 'The brand', data: BrandRecord, versioned: true },
    handle: ({ ctx, id, body, expected }) =>
      updateBrand({ ...services, ...ctx }, { reference: `id:${id}`, changes: body, expected }),
  })
}
