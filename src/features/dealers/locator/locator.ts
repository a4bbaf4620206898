import type { Scratch } from '../../../platform/http/scratch.ts'
import { BOUNDED_COUNTRIES, type Directory } from './directory.ts'
import { renderExplained } from './explain.ts'
import { renderBody } from './render.ts'
import { Selector } from './select.ts'
import { SelectionCache, type SelectionKey } from './selection-cache.ts'
import type { LocatorQuery, Selection } from './types.ts'

export interface LocatorOptions {
  /** Most memory for remembered selections, taken as it fills; 0 to select anew for every query. */
  cacheBytes: number
  /** Counts how the memory is used. */
  cacheUse?: CacheUse
}

/** Selections that were remembered, and that had to be made. */
export interface CacheUse {
  hit: number
  miss: number
}

/** A dealer as a response shows it. */
export interface AnsweredDealer {
  id: number
  [field: string]: unknown
}

export interface Locator {
  /**
   * The body of the 200 answer to a query. Null when the answer depends on where the postal code lies and the
   * query has no `origin`: the caller's 404, or 503 where the geocoder is to blame. `explain` adds the grounds.
   * `scratch`: where the body may be written.
   */
  answer(query: LocatorQuery, options?: { explain?: boolean; scratch?: Scratch }): Buffer | null
  /** The dealer object at index 0 of the answer, for a lead; null where there is none or `answer` gives null. */
  first(query: LocatorQuery): AnsweredDealer | null
  /** Strong entity tag, quotes and all, of what `answer` gives for the same arguments, without making it. */
  etag(query: LocatorQuery, explain?: boolean): string
}

/** Answers queries from a brand's directory. Made once per directory: when the dealers change, both are new. */
export function createLocator(
  directory: Directory,
  { cacheBytes, cacheUse: use = { hit: 0, miss: 0 } }: LocatorOptions,
): Locator {
  const selector = new Selector(directory)
  const cache = cacheBytes > 0 ? new SelectionCache(cacheBytes) : null

  function select(query: LocatorQuery): Selection | null {
    const key = cache && keyOf(directory, query)
    if (!cache || !key) return selector.select(query)
    const remembered = cache.get(key)
    if (remembered) {
      use.hit++
      return remembered
    }
    use.miss++
    const selection = selector.select(query)
    if (selection) cache.set(key, selection)
    return selection
  }

  return {
    answer(query, { explain = false, scratch } = {}) {
      const selection = select(query)
      if (!selection) return null
      return explain
        ? renderExplained(directory, query, selection)
        : renderBody(directory, selection, scratch)
    },

    first(query) {
      const selection = select(query)
      if (!selection || selection.count === 0) return null
      return JSON.parse(renderBody(directory, { ...selection, count: 1 }).toString()).dealers[0]
    },

    // A tag need tell apart only what one URL has answered at different times, and the URL holds the rest.
    etag(query, explain = false) {
      const { origin, locatedBy } = query
      const place = origin ? `${origin.latitude},${origin.longitude}` : 'nowhere'
      return `"${directory.revision}-${place}${explain ? `-${encodeURIComponent(locatedBy ?? '')}` : ''}"`
    },
  }
}

/** What decides the selection, or null where it is not worth remembering. */
function keyOf(directory: Directory, query: LocatorQuery): SelectionKey | null {
  const country = directory.countries.get(query.country)?.number
  if (query.origin === null || country === undefined) return null
  const { origin } = query
  if (!BOUNDED_COUNTRIES.includes(query.country)) {
    return { origin, country, territory: -1, limit: 0, maxDistanceMiles: 0 }
  }
  const territory = directory.territories.dealerOf(query.country, query.postalCode)
  return { origin, country, territory, limit: query.limit, maxDistanceMiles: query.maxDistanceMiles }
}
