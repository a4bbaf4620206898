import { Type } from 'typebox'
import { Named, Nullable } from '../../../platform/output-schemas.ts'
import type { AdminApi } from '../../admin-api/index.ts'
import { setTerritories } from '../operations/set-territories.ts'
import { TerritoryAssignment } from '../schemas.ts'
import { toWarnings } from './warnings.ts'

const Assigned = Named(
  'TerritoryAssignment',
  Type.Object({
    brand_id: Type.Integer(),
    brand: Type.String(),
    country: Type.String(),
    postal_codes: Type.Array(Type.String(), { description: 'As they are stored, each once' }),
    dealer_id: Nullable(Type.Integer()),
  }),
)

export function addSetTerritories(api: AdminApi): void {
  api.add({
    method: 'PUT',
    path: '/territories',
    permission: 'dealers:write',
    operationId: 'setTerritories',
    tag: 'dealers',
    summary: 'Assign postal codes to a dealer, or with null to nobody: all of them, or none',
    body: TerritoryAssignment,
    answer: { description: 'The postal codes as they are stored', data: Assigned },
    errors: [404],
    async handle({ ctx, body: { dealer_id, ...area }, warn }) {
      const { notes, ...assigned } = await setTerritories(ctx, { ...area, dealer_id })
      warn(...toWarnings('dealer_id', notes))
      return { ...assigned, dealer_id }
    },
  })
}
