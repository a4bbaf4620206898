import type { AdminApi } from '../../admin-api/index.ts'
import { createBrand } from '../operations/create-brand.ts'
import { BrandRecord } from '../record.ts'
import { BrandFields } from '../schemas.ts'
import type { BrandServices } from './services.ts'

export function addCreateBrand(api: AdminApi, services: BrandServices): void {
  api.add({
    method: 'POST',
    path: '/brands',
    permission: 'brands:write',
    operationId: 'createBrand',
    tag: 'brands',
    summary: 'Create a brand',
    body: BrandFields,
    answer: { status: 201, description: 'The new brand', data: BrandRecord, versioned: true },
    handle: ({ ctx, body }) => createBrand({ ...services, ...ctx }, body),
  })
}
