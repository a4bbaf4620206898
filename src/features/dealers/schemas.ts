import { type Static, Type } from 'typebox'
import { FilledText, GivenId, Text, WholeNumber } from '../../platform/input-schemas.ts'

const Country = Type.String({ format: 'country-code' })

const PageFields = {
  /** The number of records on a page. */
  limit: WholeNumber(1, 10_000),
  /** The number of the page, from 1. */
  page: WholeNumber(1, 999_999_999),
}

/** The brand is a slug or id, the group a name or id, the country ISO 3166-1 alpha-2. */
export const DealerList = Type.Object({
  ...PageFields,
  brand: Type.Optional(FilledText(200)),
  group: Type.Optional(Text(310)),
  country: Type.Optional(Country),
  /** Words that are each in a name, the code, the e-mail address, the city or the postal code. */
  search: Type.Optional(Text()),
  active: Type.Optional(Type.Boolean()),
  /** The coordinates are those of the postal code. */
  approximate: Type.Optional(Type.Boolean()),
  /** There are coordinates. */
  placed: Type.Optional(Type.Boolean()),
})
export type DealerList = Static<typeof DealerList>

export const GroupList = Type.Object({ ...PageFields, search: Type.Optional(Text()) })
export type GroupList = Static<typeof GroupList>

export const NewGroup = Type.Object({ id: Type.Optional(GivenId), name: FilledText(300) })
export type NewGroup = Static<typeof NewGroup>

/** The reference is the group's name or id. */
export const GroupChange = Type.Object({ reference: Text(310), name: FilledText(300) })
export type GroupChange = Static<typeof GroupChange>

/** The brand is a slug or id, the dealer a code, id or exact name. */
export const TerritoryList = Type.Object({
  ...PageFields,
  brand: Type.Optional(FilledText(200)),
  country: Type.Optional(Country),
  dealer: Type.Optional(Text(310)),
  /** The beginning of the postal codes. */
  prefix: Type.Optional(Text(20)),
})
export type TerritoryList = Static<typeof TerritoryList>

/** Postal codes of a brand (slug or id) in a country (ISO 3166-1 alpha-2), or their first three characters. */
export const Area = Type.Object({
  brand: FilledText(200),
  country: Country,
  postal_codes: Type.Array(Type.String(), { minItems: 1, maxItems: 100_000 }),
})
export type Area = Static<typeof Area>
