import { BOUNDED_COUNTRIES, type Directory } from './directory.ts'
import { renderBody } from './render.ts'
import type { TerritoryEntry } from './territories.ts'
import type { LocatorQuery, MATCH_TYPES, Selection } from './types.ts'

interface ExplainedBody {
  dealers: {
    id: number
    group_id: number | null
    match_type: (typeof MATCH_TYPES)[number]
    reason?: string
  }[]
  explain?: object
}

/**
 * The body of `renderBody` with the grounds of each row: a sentence `reason` on every dealer, and an object
 * `explain` that says where the postal code was found and what the territory map holds for it. It is read by
 * people, so the body is parsed and written anew rather than put together fast.
 */
export function renderExplained(directory: Directory, query: LocatorQuery, selection: Selection): Buffer {
  const body: ExplainedBody = JSON.parse(renderBody(directory, selection).toString())
  const bounded = BOUNDED_COUNTRIES.includes(query.country)
  const territory = directory.territories.explain(
    query.country,
    query.postalCode,
    (dealer) => directory.ids[dealer]!,
  )
  for (const row of body.dealers.keys()) {
    const approximate = directory.approximate[selection.dealers[row]!] === 1
    const caveat = approximate ? ' Its coordinates are those of its postal code.' : ''
    body.dealers[row]!.reason = reasonFor(directory.slug, query, body, row, territory) + caveat
  }
  body.explain = {
    country: query.country,
    postal_code: query.postalCode,
    located_by: query.locatedBy ?? null,
    latitude: query.origin?.latitude ?? null,
    longitude: query.origin?.longitude ?? null,
    limit: bounded ? query.limit : null,
    max_distance_miles: bounded ? query.maxDistanceMiles : null,
    territory: territory && {
      postal_code: territory.postalCode,
      dealer_id: territory.dealerId,
      matched: territory.fault === null,
      fault: territory.fault,
    },
  }
  return Buffer.from(JSON.stringify(body))
}

function reasonFor(
  slug: string,
  query: LocatorQuery,
  body: ExplainedBody,
  row: number,
  territory: TerritoryEntry | null,
): string {
  const dealer = body.dealers[row]!
  switch (dealer.match_type) {
    case 'territory':
      return `${territory?.postalCode} is assigned to this dealer, which comes first at any distance.`
    case 'distance': {
      const place = body.dealers.slice(0, row + 1).filter((other) => other.match_type === 'distance').length
      return BOUNDED_COUNTRIES.includes(query.country)
        ? `Number ${place} by distance of the dealers within ${query.maxDistanceMiles} miles.`
        : `Number ${place} by distance of all dealers in ${query.country}.`
    }
    case 'group_sibling': {
      const listed = body.dealers.find((other) => other.group_id === dealer.group_id)
      return `Shares group ${dealer.group_id} with dealer ${listed?.id}, which is listed.`
    }
    case 'fallback':
      return `${slug} has no dealer in ${query.country}: this is its contact for such countries.`
  }
}
