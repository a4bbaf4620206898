/** What the locator found. */
export interface Located {
  dealers: DealerView[]
  /** False where the postal code can't be placed, so that the distances mean nothing. */
  origin_located?: false
}

/** What a page shows of a dealer of the locator. */
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
