import { haversineToMiles } from '../../../platform/haversine.ts'
import { BOUNDED_COUNTRIES, type Directory } from './directory.ts'
import { NO_GROUP } from './groups.ts'
import { NearestSearch } from './nearest.ts'
import { Origin } from './origin.ts'
import { SelectionRows } from './selection-rows.ts'
import { DISTANCE, FALLBACK, GROUP_SIBLING, type LocatorQuery, type Selection, TERRITORY } from './types.ts'

/** The greatest `limit`; a greater one counts as this. */
const MAX_LIMIT = 50

/** Chooses and orders the rows of an answer. Holds the work space of one query at a time. */
export class Selector {
  readonly #directory: Directory
  readonly #rows = new SelectionRows()
  readonly #nearest: NearestSearch
  /** The last query that a dealer, or a group, was met in: cheaper than a set emptied for each query. */
  readonly #dealerSeen: Float64Array
  readonly #groupSeen: Float64Array
  #queryNumber = 0

  constructor(directory: Directory) {
    this.#directory = directory
    this.#nearest = new NearestSearch(directory, MAX_LIMIT)
    this.#dealerSeen = new Float64Array(directory.count)
    this.#groupSeen = new Float64Array(directory.groups.starts.length)
  }

  /**
   * The rows that answer a query. Null when they depend on where the postal code lies and nobody knows. The
   * selection is valid until the next call.
   */
  select(query: LocatorQuery): Selection | null {
    const origin = query.origin === null ? null : new Origin(query.origin)
    this.#rows.clear()
    const complete = BOUNDED_COUNTRIES.includes(query.country)
      ? this.#selectNearby(query, origin)
      : this.#selectCountry(query.country, origin)
    return complete ? this.#rows : null
  }

  /** US and CA: the territory's dealer, the nearest within limit and distance, and the siblings of both. */
  #selectNearby(query: LocatorQuery, origin: Origin | null): boolean {
    const territory = this.#directory.territories.dealerOf(query.country, query.postalCode)
    if (territory >= 0) this.#rows.push(territory, TERRITORY, this.#milesTo(territory, origin))
    else if (origin === null) return false

    const tree = this.#directory.countries.get(query.country)?.tree
    if (origin !== null && tree) {
      const limit = Math.min(query.limit, MAX_LIMIT) - this.#rows.count
      const nearest = this.#nearest.search(tree, origin, limit, query.maxDistanceMiles, territory)
      for (let i = 0; i < nearest.count; i++)
        this.#rows.push(nearest.dealers[i]!, DISTANCE, nearest.miles[i]!)
    }
    this.#addSiblings(origin)
    return true
  }

  /** Elsewhere: every dealer of the country, or else the brand's fallback. Siblings are among them already. */
  #selectCountry(country: string, origin: Origin | null): boolean {
    const members = this.#directory.countries.get(country)?.members
    if (members === undefined) {
      const { fallback } = this.#directory
      if (fallback >= 0) this.#rows.push(fallback, FALLBACK, this.#milesTo(fallback, origin))
      return true
    }
    if (origin === null) return false
    for (const dealer of members) this.#rows.push(dealer, DISTANCE, this.#milesTo(dealer, origin))
    this.#rows.sortFrom(0, this.#directory.ids)
    return true
  }

  /** Appends the other dealers of every group that has a row. */
  #addSiblings(origin: Origin | null): void {
    const { groupOf, starts, members } = this.#directory.groups
    const rows = this.#rows
    const included = rows.count
    const queryNumber = ++this.#queryNumber
    for (let i = 0; i < included; i++) this.#dealerSeen[rows.dealers[i]!] = queryNumber
    for (let i = 0; i < included; i++) {
      const group = groupOf[rows.dealers[i]!]!
      if (group === NO_GROUP || this.#groupSeen[group] === queryNumber) continue
      this.#groupSeen[group] = queryNumber
      for (let m = starts[group]!; m < starts[group + 1]!; m++) {
        const dealer = members[m]!
        if (this.#dealerSeen[dealer] !== queryNumber)
          rows.push(dealer, GROUP_SIBLING, this.#milesTo(dealer, origin))
      }
    }
    rows.sortFrom(included, this.#directory.ids)
  }

  /** Distance of a dealer; 0 where the postal code has no known place. */
  #milesTo(dealer: number, origin: Origin | null): number {
    return origin === null ? 0 : haversineToMiles(origin.haversineTo(this.#directory, dealer))
  }
}
