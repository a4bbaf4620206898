import { type Static, Type } from 'typebox'
import { Fields, FilledText, GivenId, nullable, Text, WholeNumber } from '../../platform/input-schemas.ts'
import { DealerFields } from './records/dealer-fields.ts'

const Country = Type.String({ format: 'country-code', description: 'ISO 3166-1 alpha-2' })
const BrandName = FilledText(200)
const DealerName = FilledText(310)

/** Which page of a list: for a person at the shell, longer ones than over HTTP. */
const PageFields = {
  limit: Type.Optional(WholeNumber(1, 10_000)),
  /** From 1. */
  page: Type.Optional(WholeNumber(1, 1_000_000_000)),
  cursor: Type.Optional(Type.String()),
}

/** Which dealers a list or a map has. */
const CONDITIONS = {
  brand: Type.Optional({ ...BrandName, description: 'Slug or id' }),
  country: Type.Optional(Country),
  state: Type.Optional({ ...Text(200), description: 'State or province as it is stored, in any case' }),
  group: Type.Optional({ ...FilledText(310), description: 'Name or id' }),
  q: Type.Optional({
    ...Text(200),
    description: 'Words that are each in a name, the code, the e-mail address, the city or the postal code',
  }),
  active: Type.Optional(Type.Boolean()),
  without_point: Type.Optional(
    Type.Boolean({ description: 'Only dealers without coordinates; `false`: only those with' }),
  ),
  without_email: Type.Optional(
    Type.Boolean({ description: 'Only dealers without an e-mail address; `false`: only those with' }),
  ),
  far_from_postal_code: Type.Optional(
    Type.Boolean({
      description: 'Only dealers whose own coordinates are more than 100 miles from their postal code',
    }),
  ),
  approximate: Type.Optional(Type.Boolean({ description: 'The coordinates are those of the postal code' })),
  bounds: Type.Optional(
    Type.String({ maxLength: 200, description: 'west,south,east,north in degrees: a part of the map' }),
  ),
}

const Conditions = Type.Object(CONDITIONS)
export type DealerConditions = Static<typeof Conditions>

export const DEALER_FILTER = {
  ...CONDITIONS,
  sort: Type.Optional(Type.Unsafe<'id' | 'name'>({ type: 'string', enum: ['id', 'name'], default: 'id' })),
}

export const DealerMapQuery = Type.Object(
  {
    ...CONDITIONS,
    brand: { ...BrandName, description: 'Slug or id' },
    include_inactive: Type.Optional(
      Type.Boolean({
        description: 'Also inactive dealers, which have `active: false`; `active` overrides it',
      }),
    ),
  },
  { additionalProperties: false },
)
export type DealerMapQuery = Static<typeof DealerMapQuery>

export const DealerList = Type.Object({ ...DEALER_FILTER, ...PageFields })
export type DealerList = Static<typeof DealerList>

/** A dealer as it is changed: omitted fields keep their values. */
const { id: _, ...changeable } = DealerFields.properties
export const DealerChanges = Fields(changeable)
export type DealerChanges = Static<typeof DealerChanges>

export const GROUP_FILTER = {
  q: Type.Optional({ ...Text(200), description: 'Text in the name' }),
}

export const GroupList = Type.Object({ ...GROUP_FILTER, ...PageFields })
export type GroupList = Static<typeof GroupList>

export const NewGroup = Type.Object(
  { id: Type.Optional(GivenId), name: FilledText(300) },
  { additionalProperties: false },
)
export type NewGroup = Static<typeof NewGroup>

export const GroupChanges = Fields({ name: FilledText(300) })
export type GroupChanges = Static<typeof GroupChanges>

export const TERRITORY_FILTER = {
  brand: Type.Optional({ ...BrandName, description: 'Slug or id' }),
  dealer: Type.Optional({ ...DealerName, description: 'Code, id or exact name' }),
  country: Type.Optional(Country),
  prefix: Type.Optional({ ...Text(20), description: 'Beginning of the postal codes' }),
}

export const TerritoryList = Type.Object({ ...TERRITORY_FILTER, ...PageFields })
export type TerritoryList = Static<typeof TerritoryList>

export const TerritoryMapQuery = Type.Object(
  { ...TERRITORY_FILTER, brand: { ...BrandName, description: 'Slug or id' } },
  { additionalProperties: false },
)
export type TerritoryMapQuery = Static<typeof TerritoryMapQuery>

const AREA = {
  brand: { ...BrandName, description: 'Slug or id' },
  country: Country,
  postal_codes: Type.Array(Type.String(), {
    minItems: 1,
    maxItems: 100_000,
    description: 'Postal codes, or their first three characters (US, CA)',
  }),
}

/** Postal codes of a brand in a country. */
export const Area = Type.Object(AREA)
export type Area = Static<typeof Area>

/** Postal codes that are assigned to a dealer; null: to nobody. */
export const TerritoryAssignment = Type.Object(
  { ...AREA, dealer_id: nullable(GivenId) },
  { additionalProperties: false },
)
export type TerritoryAssignment = Static<typeof TerritoryAssignment>
