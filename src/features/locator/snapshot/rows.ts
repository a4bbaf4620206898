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
  /** Degrees, WGS 84; null (either) means that the dealer is not shown. */
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
  /** The brand's contact for countries without a dealer. It need not carry the brand. */
  fallback_dealer: DealerRow | null
}
