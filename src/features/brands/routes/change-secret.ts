import { Type } from 'typebox'
import { Named } from '../../../platform/output-schemas.ts'
import type { AdminApi } from '../../admin-api/index.ts'
import { changeSecret, SecretChange } from '../operations/change-secret.ts'
import { BrandRecord } from '../record.ts'
import type { BrandServices } from './services.ts'

const BrandWithSecret = Named(
  'BrandWithSecret',
  Type.Object({
    ...BrandRecord.properties,
    secret: Type.Optional(Type.String({ description: 'The new secret, which is not shown again' })),
  }),
)

export function addChangeSecret(api: AdminApi, services: BrandServices): void {
  api.add({
    method: 'POST',
    path: '/brands/:id/secrets',
    permission: 'brands:write',
    operationId: 'changeSecret',
    tag: 'brands',
    summary: 'Generate the secret that signs messages, or drop the previous one',
    body: SecretChange,
    answer: { description: 'The brand, with a new secret once', data: BrandWithSecret, once: ['secret'] },
    handle: ({ ctx, id, body }) => changeSecret({ ...services, ...ctx }, { reference: `id:${id}`, ...body }),
  })
}
