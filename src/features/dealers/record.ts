import { Type } from 'typebox'
import { Named, Nullable, Time } from '../../platform/output-schemas.ts'

/** A dealer as the administration shows it. */
export const DealerRecord = Named(
  'Dealer',
  Type.Object({
    id: Type.Integer(),
    dealer_code: Type.String({ description: 'Unique, unless empty' }),
    group_id: Nullable(Type.Integer()),
    group: Nullable(Type.String({ description: 'Name of the group' })),
    unit_id: Nullable(Type.Integer()),
    name: Type.String(),
    legal_name: Type.String(),
    address: Type.String(),
    address2: Type.String(),
    city: Type.String(),
    state: Type.String(),
    postal_code: Type.String(),
    country: Type.String({ description: 'As it was given' }),
    phone: Type.String(),
    email: Type.String(),
    website: Type.String(),
    latitude: Nullable(Type.Number()),
    longitude: Nullable(Type.Number()),
    approximate: Type.Boolean({ description: 'The coordinates follow the postal code' }),
    logo_url: Type.String(),
    primary_contact: Type.String(),
    active: Type.Boolean(),
    brands: Type.Array(Type.String(), { description: 'Slugs of the brands that it carries; only yours' }),
    created_at: Time,
    updated_at: Time,
  }),
)

/** A dealer on a map. */
export const DealerPoint = Named(
  'DealerPoint',
  Type.Object({
    id: Type.Integer(),
    name: Type.String(),
    latitude: Type.Number(),
    longitude: Type.Number(),
    active: Type.Optional(Type.Literal(false, { description: 'Absent: the dealer is active' })),
  }),
)

/** A dealer group as the administration shows it. */
export const GroupRecord = Named(
  'DealerGroup',
  Type.Object({
    id: Type.Integer(),
    name: Type.String(),
    dealers: Type.Integer({ description: 'Number of its dealers that carry a brand of yours' }),
    created_at: Time,
    updated_at: Time,
  }),
)

/** A postal code of a brand that belongs to a dealer. */
export const TerritoryRecord = Named(
  'Territory',
  Type.Object({
    brand_id: Type.Integer(),
    brand: Type.String(),
    country: Type.String(),
    postal_code: Type.String({ description: 'Or its first three characters' }),
    dealer_id: Type.Integer(),
    dealer_code: Type.String(),
    dealer_name: Type.String(),
  }),
)

/** Where territories are, and whose they are. */
export const TerritoryMap = Named(
  'TerritoryMap',
  Type.Object({
    dealers: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() })),
    territories: Type.Array(
      Type.Object({
        country: Type.String(),
        postal_code: Type.String({ description: 'Or its first three characters: the middle of its codes' }),
        dealer_id: Type.Integer(),
        latitude: Type.Number(),
        longitude: Type.Number(),
      }),
    ),
    unplaced: Type.Integer({ description: 'Number of territories whose place is unknown' }),
  }),
)
