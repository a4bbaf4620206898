/** The answer of the locator. */
export interface Located {
  dealers: DealerView[]
  /** False where the postal code can't be placed: then the distances mean nothing. */
  origin_located?: false
}

/** A page's view of a dealer. */
export interface DealerView {
  id: number
  dealer_code: string
  name: string
  address: string
  address2: string
  city: string
  state: string
  postal_code: string
  phone: string
  website: string
  latitude: number
  longitude: number
  distance_miles: number
  match_type: string
}
