/** The dealer that a lead goes to, and its object as the locator shows it. */
export interface AssignedDealer {
  dealerId: number
  dealer: Record<string, unknown>
}

/** Where a prospect is: a postal code with its country, or coordinates. */
export interface ProspectPlace {
  postalCode?: string
  country?: string
  point?: { latitude: number; longitude: number }
}

/** Picks the dealer by the locator's own rule; null where there is none. Codes are as the prospect gave them. */
export type AssignDealer = (brandId: number, place: ProspectPlace) => Promise<AssignedDealer | null>

/** A lead's dealer, if it has one, and why: the locator's match type, or a word for why there is none. */
export interface Assignment {
  assigned: AssignedDealer | null
  reason: string
}
