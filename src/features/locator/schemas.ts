import { Type } from 'typebox'
import { Named, Nullable } from '../../platform/output-schemas.ts'

/** Documents the parameters; `selection/read-query.ts` reads them. */
export const LocateParameters = Type.Object({
  brand: Type.String({ description: 'Brand slug' }),
  postal_code: Type.String({ description: 'US: 5 digits; CA: A1A 1A1; elsewhere as used there' }),
  country: Type.String({ description: 'ISO 3166-1 alpha-2' }),
  limit: Type.Optional(Type.Integer({ minimum: 1, description: 'US and CA: default 10, at most 50' })),
  max_distance_miles: Type.Optional(Type.Number({ minimum: 0, description: 'US and CA: default 250' })),
  explain: Type.Optional(
    Type.Boolean({ description: '`true`: say why each dealer is listed; anything else is false' }),
  ),
})

/** A dealer as responses show it. */
export const LocatedDealer = Named(
  'LocatedDealer',
  Type.Object({
    id: Type.Integer(),
    dealer_code: Type.String(),
    group_id: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
    unit_id: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
    group_name: Type.String(),
    name: Type.String(),
    legal_name: Type.String(),
    address: Type.String(),
    address2: Type.String(),
    city: Type.String(),
    state: Type.String(),
    postal_code: Type.String(),
    country: Type.String(),
    phone: Type.String(),
    email: Type.String(),
    website: Type.String(),
    latitude: Type.Number(),
    longitude: Type.Number(),
    logo_url: Type.String(),
    primary_contact: Type.String(),
    distance_miles: Type.Number(),
    match_type: Named(
      'MatchType',
      Type.Unsafe<string>({
        type: 'string',
        enum: ['territory', 'distance', 'group_sibling', 'fallback'],
        description: 'Why the dealer is listed',
      }),
    ),
    territory_match: Type.Boolean({ description: 'Whether the postal code is assigned to this dealer' }),
    reason: Type.Optional(Type.String({ description: 'With explain=true' })),
  }),
)

/** Where the postal code is, and what the territory map holds for it. */
export const LocatorExplanation = Named(
  'LocatorExplanation',
  Type.Object({
    country: Type.String(),
    postal_code: Type.String(),
    located_by: Nullable(Type.String({ description: 'What placed the postal code' })),
    latitude: Nullable(Type.Number()),
    longitude: Nullable(Type.Number()),
    limit: Nullable(Type.Integer({ description: 'Null outside US and CA' })),
    max_distance_miles: Nullable(Type.Number({ description: 'Null outside US and CA' })),
    territory: Nullable(
      Named(
        'TerritoryMatch',
        Type.Object({
          postal_code: Type.String({ description: 'Of the territory: complete, or a prefix' }),
          dealer_id: Type.Integer(),
          matched: Type.Boolean(),
          fault: Nullable(Type.String({ description: 'Why the territory has no effect' })),
        }),
      ),
    ),
  }),
)

// Bodies are put together from prepared JSON. This describes them; tests compare the two.
export const LocatedDealers = Type.Unsafe<Buffer>(
  Named(
    'LocatedDealers',
    Type.Object({
      success: Type.Literal(true),
      version: Type.String(),
      dealers: Type.Array(LocatedDealer),
      origin_located: Type.Optional(
        Type.Literal(false, {
          description:
            "Outside US and CA: the postal code can't be placed, so all dealers are listed by name, at distance 0",
        }),
      ),
      explain: Type.Optional(LocatorExplanation),
    }),
  ),
)
