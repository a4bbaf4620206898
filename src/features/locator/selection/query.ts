import type { Point } from '../../postal-codes/index.ts'
import type { LocatedDealer } from '../snapshot/located-dealer.ts'

/** A locator query that has been checked, but for its brand. */
export interface LocateQuery {
  /** ISO 3166-1 alpha-2, upper case; never that of a US territory. */
  country: string
  /** In the form codes are stored. */
  postalCode: string
  /** 1 to 50. Ignored outside US and CA. */
  limit: number
  /** From 0 up. Ignored outside US and CA. */
  maxDistanceMiles: number
}

/** A query with the place that distances are measured from; null where the postal code can't be placed. */
export interface PlacedQuery extends LocateQuery {
  origin: Point | null
}

export type MatchType = 'territory' | 'distance' | 'group_sibling' | 'fallback'

/** One row of a response. */
export interface Row {
  dealer: LocatedDealer
  matchType: MatchType
  /** Not rounded; 0 where the postal code can't be placed. */
  miles: number
}

/** The rows of a response, in order. */
export interface Selection {
  rows: readonly Row[]
  /** The postal code can't be placed, so that the rows are a country's dealers by name. */
  unplaced: boolean
}
