import { textOf } from '../byte-text.ts'
import type { PlacedQuery, Row, Selection } from '../selection/query.ts'
import { BOUNDED_COUNTRIES, type Snapshot } from '../snapshot/snapshot.ts'
import type { Territory } from '../snapshot/territories.ts'
import { renderBody, renderRow } from './render.ts'

interface Subject {
  snapshot: Snapshot
  query: PlacedQuery
  selection: Selection
  /** The source that located the postal code, in words for people. */
  locatedBy: string | null
}

/**
 * Returns the text of `renderBody` with reasons: a sentence `reason` on every dealer, and an object `explain` that
 * says where the postal code was found and what the territory map holds for it.
 */
export function renderExplained({ snapshot, query, selection, locatedBy }: Subject): string {
  const territory = snapshot.territories.find(query.country, query.postalCode)
  const bounded = BOUNDED_COUNTRIES.includes(query.country)
  const reasons = { snapshot, query, selection, territory }
  const body = JSON.parse(textOf(renderBody(selection))) as { dealers: { reason?: string }[] }
  for (const [at, dealer] of body.dealers.entries()) dealer.reason = reasonFor(reasons, at)
  const issue = territory && typeof territory.match === 'string' ? territory.match : null
  const explain = {
    country: query.country,
    postal_code: query.postalCode,
    located_by: locatedBy,
    latitude: query.origin?.latitude ?? null,
    longitude: query.origin?.longitude ?? null,
    limit: bounded ? query.limit : null,
    max_distance_miles: bounded ? query.maxDistanceMiles : null,
    territory: territory
      ? {
          postal_code: territory.postalCode,
          dealer_id: territory.dealerId,
          matched: issue === null,
          fault: issue,
        }
      : null,
  }
  return JSON.stringify({ ...body, explain })
}

interface Reasons {
  snapshot: Snapshot
  query: PlacedQuery
  selection: Selection
  territory: Territory | undefined
}

function reasonFor({ snapshot, query, selection, territory }: Reasons, at: number): string {
  const row = selection.rows[at]!
  const caveat = row.dealer.approximate ? ' Its coordinates are those of its postal code.' : ''
  return describe() + caveat

  function describe(): string {
    switch (row.matchType) {
      case 'territory':
        return `${territory?.postalCode} is assigned to this dealer, which comes first at any distance.`
      case 'distance': {
        if (selection.unplaced)
          return `The postal code can't be placed: all dealers in ${query.country}, by name.`
        const listed = selection.rows.slice(0, at + 1)
        const place = listed.filter(({ matchType }) => matchType === 'distance').length
        return BOUNDED_COUNTRIES.includes(query.country)
          ? `Number ${place} by distance of the dealers within ${query.maxDistanceMiles} miles.`
          : `Number ${place} by distance of all dealers in ${query.country}.`
      }
      case 'group_sibling': {
        const listed = selection.rows.find(({ dealer }) => row.dealer.siblings.includes(dealer))
        return `Shares group ${groupOf(row)} with dealer ${listed?.dealer.id}, which is listed.`
      }
      case 'fallback':
        return `${snapshot.slug} has no dealer in ${query.country}: this is its contact for such countries.`
    }
  }
}

function groupOf(row: Row): number {
  return JSON.parse(renderRow(row)).group_id
}
