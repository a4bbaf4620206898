/** A dealer as the database has it: one row of a brand's dealers. */
export interface DealerRow {
  id: number
  dealer_code: string | null
  group_id: number | null
  unit_id: number | null
  name: string
  legal_name: string | null
  address: string | null
  address2: string | null
  city: string | null
  state: string | null
  postal_code: string | null
  /** As stored, and shown so: `USA`, `Germany`. */
  country: string | null
  /** ISO 3166-1 alpha-2, upper case, read from `country` at import; null where it names no country. */
  country_code: string | null
  phone: string | null
  email: string | null
  website: string | null
  /** Degrees, WGS 84; null (either) means the dealer is not shown. */
  latitude: number | null
  longitude: number | null
  logo_url: string | null
  primary_contact: string | null
  active: boolean
  /** The coordinates are the postal code's, not the dealer's own. */
  approximate: boolean
}

/** One entry of a brand's territory map. Only `US` and `CA` have territories; others are ignored. */
export interface TerritoryRow {
  country: string
  /** `75067` or `750`; `K1A 0B1` or `K1A`: canonical, upper case. */
  postal_code: string
  dealer_id: number
}

export interface BrandRow {
  slug: string
  /** The designated global contact. A row of its own, for it need not carry the brand. */
  fallback_dealer: DealerRow | null
}

/** Degrees, WGS 84. */
export interface Point {
  latitude: number
  longitude: number
}

/** A query that has been validated: nothing here is checked again. */
export interface LocatorQuery {
  /** ISO 3166-1 alpha-2, upper case. */
  country: string
  /** Canonical in US (`75067`) and CA (`K1A 0B1`); as given elsewhere. */
  postalCode: string
  /** Where the postal code lies; null when nobody knows. */
  origin: Point | null
  /** Names the table that `origin` comes from, where it is the packaged point of the postal code. */
  packaged?: string | undefined
  /** 1 to 50. Ignored outside US and CA. */
  limit: number
  /** From 0 up. Ignored outside US and CA. */
  maxDistanceMiles: number
  /** Who says where the origin is, in words for a person; null where there is none. Shown by `explain` only. */
  locatedBy?: string | null
}

/** Values of `match_type`; a selection holds indices into this list. */
export const MATCH_TYPES = ['territory', 'distance', 'group_sibling', 'fallback'] as const

export const TERRITORY = 0
export const DISTANCE = 1
export const GROUP_SIBLING = 2
export const FALLBACK = 3

/** The rows of one answer, in order. The arrays may be longer than `count`. */
export interface Selection {
  count: number
  /** Index of each row's dealer in the directory. */
  dealers: Uint32Array
  /** `TERRITORY`, `DISTANCE`, `GROUP_SIBLING` or `FALLBACK` for each row. */
  matchTypes: Uint8Array
  /** Distances, shown with two decimals. Unrounded when just selected, rounded when remembered. */
  miles: Float64Array
}
