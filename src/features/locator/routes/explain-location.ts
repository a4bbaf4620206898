import { Type } from 'typebox'
import { Named, Nullable } from '../../../platform/output-schemas.ts'
import type { AdminApi } from '../../admin-api/index.ts'
import type { LocatorContext } from '../context.ts'
import { explainLocation } from '../operations/explain-location.ts'
import { LocatedDealer, LocateParameters, LocatorExplanation } from '../schemas.ts'

const { explain: _, ...parameters } = LocateParameters.properties
const { reason: __, ...fields } = LocatedDealer.properties
const Miles = Nullable(Type.Number())

const Location = Named(
  'Location',
  Type.Object({
    dealers: Type.Array(Named('ExplainedDealer', Type.Object({ ...fields, reason: Type.String() }))),
    origin_located: Type.Optional(Type.Literal(false)),
    explain: LocatorExplanation,
    not_listed: Type.Array(
      Named(
        'UnlistedDealer',
        Type.Object({
          id: Type.Integer(),
          dealer_code: Type.String(),
          name: Type.String(),
          city: Type.String(),
          state: Type.String(),
          postal_code: Type.String(),
          country: Type.String(),
          latitude: Nullable(Type.Number()),
          longitude: Nullable(Type.Number()),
          active: Type.Boolean(),
          distance_miles: Miles,
          reason: Type.String(),
        }),
      ),
      { description: 'The nearest dealers of the brand that are not listed, up to 20' },
    ),
    territory_points: Type.Array(
      Named(
        'TerritoryPoint',
        Type.Object({
          postal_code: Type.String({ description: 'Or its first three characters' }),
          latitude: Type.Number(),
          longitude: Type.Number(),
        }),
      ),
      { description: 'The postal codes of the territory that this one is in, up to 300 of the nearest' },
    ),
  }),
)

/** Adds GET /admin/v1/locate. */
export function addExplainLocation(api: AdminApi, services: Omit<LocatorContext, 'principal'>): void {
  api.add({
    method: 'GET',
    path: '/locate',
    permission: 'dealers:read',
    operationId: 'explainLocation',
    tag: 'dealers',
    summary:
      'Find dealers as the locator does, with the reason for each one and for near ones that are left out',
    query: Type.Object(parameters, { additionalProperties: false }),
    answer: { description: 'The dealers; there may be none', data: Location },
    errors: [404],
    handle: ({ ctx, query: { limit, max_distance_miles, ...asked } }) =>
      explainLocation(
        { ...services, ...ctx },
        {
          ...asked,
          ...(limit !== undefined && { limit: String(limit) }),
          ...(max_distance_miles !== undefined && { max_distance_miles: String(max_distance_miles) }),
        },
      ),
  })
}
