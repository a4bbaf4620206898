import type { LocatedDealer } from '../snapshot/located-dealer.ts'
import { BOUNDED_COUNTRIES, type Snapshot } from '../snapshot/snapshot.ts'
import { findNearest } from './nearest.ts'
import { Origin } from './origin.ts'
import type { MatchType, PlacedQuery, Row, Selection } from './query.ts'

/**
 * Chooses and orders the rows of a response. Returns null where they depend on a US or CA postal code that can't be
 * placed.
 */
export function selectDealers(snapshot: Snapshot, query: PlacedQuery): Selection | null {
  const origin = query.origin && new Origin(query.origin)
  if (!BOUNDED_COUNTRIES.includes(query.country)) return selectCountry(snapshot, query.country, origin)
  const rows = selectNearby(snapshot, query, origin)
  return rows && { rows, unplaced: false }
}

/** US and CA: the territory's dealer, the nearest within limit and distance, and the siblings of both. */
function selectNearby(snapshot: Snapshot, query: PlacedQuery, origin: Origin | null): Row[] | null {
  const match = snapshot.territories.find(query.country, query.postalCode)?.match
  const owner = typeof match === 'string' ? undefined : match
  if (!owner && !origin) return null
  const rows = owner ? [toRow(owner, 'territory', origin)] : []
  const dealers = snapshot.countries.get(query.country)
  if (origin && dealers && 'tree' in dealers) {
    const limit = query.limit - rows.length
    const bounds = { limit, maxMiles: query.maxDistanceMiles, except: owner }
    for (const { dealer, miles } of findNearest(dealers.tree, origin, bounds)) {
      rows.push({ dealer, matchType: 'distance', miles })
    }
  }
  const siblings = siblingsOf(rows).map((dealer) => toRow(dealer, 'group_sibling', origin))
  return siblings.length === 0 ? rows : rows.concat(siblings.sort(byDistance))
}

/** Elsewhere: every dealer of the country, or else the brand's fallback. Siblings are among them already. */
function selectCountry(snapshot: Snapshot, country: string, origin: Origin | null): Selection {
  const found = snapshot.countries.get(country)
  if (found && 'dealers' in found) {
    const rows = found.dealers.map((dealer) => toRow(dealer, 'distance', origin))
    return { rows: origin ? rows.sort(byDistance) : rows, unplaced: !origin }
  }
  const { fallback } = snapshot
  return { rows: fallback ? [toRow(fallback, 'fallback', origin)] : [], unplaced: false }
}

/** Returns the dealers that share a group with one of the rows and have no row. */
function siblingsOf(rows: readonly Row[]): LocatedDealer[] {
  const listed = rows.map(({ dealer }) => dealer)
  const groups: (readonly LocatedDealer[])[] = []
  for (const { siblings } of listed) {
    if (siblings.length > 0 && !groups.includes(siblings)) groups.push(siblings)
  }
  return groups.flatMap((members) => members.filter((member) => !listed.includes(member)))
}

function toRow(dealer: LocatedDealer, matchType: MatchType, origin: Origin | null): Row {
  return { dealer, matchType, miles: origin ? origin.milesTo(dealer) : 0 }
}

function byDistance(a: Row, b: Row): number {
  return a.miles - b.miles || a.dealer.id - b.dealer.id
}
