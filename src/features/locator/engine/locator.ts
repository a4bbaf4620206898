import type { Piece, Scratch } from '../../../platform/http/scratch.ts'
import { BOUNDED_COUNTRIES, type Directory } from './directory.ts'
import { renderExplained } from './explain.ts'
import { renderBody, renderInto } from './render.ts'
import { Selector } from './select.ts'
import { SelectionCache, type SelectionKey } from './selection-cache.ts'
import type { LocatorQuery, Point, Selection } from './types.ts'

/** In a key, in place of a longitude: the latitude is a code's number. */
const NO_LONGITUDE = 1_000
const CHARACTERS = 128

export interface LocatorOptions {
  /** Most memory for remembered selections, taken as it fills; 0 to select anew for every query. */
  cacheBytes: number
  /** Counts how the memory is used. */
  cacheUse?: CacheUse
}

/** Selections that were remembered, and that were made and from then on remembered. */
export interface CacheUse {
  hit: number
  miss: number
}

/** What a query says of its place. `origin` is not looked at where `packaged` tells as much. */
type AskedPlace = Pick<LocatorQuery, 'postalCode' | 'packaged' | 'locatedBy'> &
  Partial<Pick<LocatorQuery, 'origin'>>

/** A dealer as a response shows it. */
export interface AnsweredDealer {
  id: number
  [field: string]: unknown
}

export interface Locator {
  /**
   * The body of the 200 answer to a query. Null when the answer depends on where the postal code lies and the
   * query has no `origin`: the caller's 404, or 503 where the geocoder is to blame. `explain` adds the grounds.
   */
  answer(query: LocatorQuery, options?: { explain?: boolean }): Buffer | null
  /** The same in scratch memory. */
  answerInto(scratch: Scratch, query: LocatorQuery): Piece | null
  /** The same for a query about a packaged point, which need not be looked up; null where it is not remembered. */
  recallInto(scratch: Scratch, query: Omit<LocatorQuery, 'origin'>): Piece | null
  /** The dealer object at index 0 of the answer, for a lead; null where there is none or `answer` gives null. */
  first(query: LocatorQuery): AnsweredDealer | null
  /** Strong entity tag, quotes and all, of what `answer` gives for the same arguments, without making it. */
  etag(query: AskedPlace, explain?: boolean): string
}

/** Answers queries from a brand's directory. Made once per directory: when the dealers change, both are new. */
export function createLocator(
  directory: Directory,
  { cacheBytes, cacheUse: use = { hit: 0, miss: 0 } }: LocatorOptions,
): Locator {
  const selector = new Selector(directory)
  const cache = cacheBytes > 0 ? new SelectionCache(cacheBytes) : null

  function recall(key: SelectionKey | null): Selection | null {
    const remembered = key && cache?.get(key)
    if (!remembered) return null
    use.hit++
    return remembered
  }

  function select(query: LocatorQuery): Selection | null {
    const key = cache && keyOf(directory, query)
    const remembered = recall(key)
    if (remembered) return remembered
    const selection = selector.select(query)
    if (key && selection) {
      use.miss++
      cache.set(key, selection)
    }
    return selection
  }

  return {
    answer(query, { explain = false } = {}) {
      const selection = select(query)
      if (!selection) return null
      return explain ? renderExplained(directory, query, selection) : renderBody(directory, selection)
    },

    answerInto(scratch, query) {
      const selection = select(query)
      return selection && renderInto(scratch, directory, selection)
    },

    recallInto(scratch, query) {
      const selection = recall(keyOfCode(query))
      return selection && renderInto(scratch, directory, selection)
    },

    first(query) {
      const selection = select(query)
      if (!selection || selection.count === 0) return null
      return JSON.parse(renderBody(directory, { ...selection, count: 1 }).toString()).dealers[0]
    },

    // A tag need tell apart only what one URL has answered at different times, and the URL holds the rest.
    etag({ origin, packaged, postalCode, locatedBy }, explain = false) {
      const place = packaged ? `${packaged},${postalCode.replace(' ', '')}` : coordinates(origin)
      return `"${directory.revision}-${place}${explain ? `-${encodeURIComponent(locatedBy ?? '')}` : ''}"`
    },
  }
}

function coordinates(origin: Point | null | undefined): string {
  return origin ? `${origin.latitude},${origin.longitude}` : 'nowhere'
}

/** What decides the selection, or null where it is not worth remembering. */
function keyOf(directory: Directory, query: LocatorQuery): SelectionKey | null {
  const country = directory.countries.get(query.country)?.number
  if (query.origin === null || country === undefined) return null
  if (query.packaged !== undefined) return keyOfCode(query)
  // Any other place of these was looked up in the database, which takes longer than to select anew.
  if (BOUNDED_COUNTRIES.includes(query.country)) return null
  return { place: query.origin, country, limit: 0, maxDistanceMiles: 0 }
}

/**
 * The same where the origin is the packaged point of the code, from which it follows, as the territory does. Nothing is
 * remembered under such a key outside US and CA.
 */
function keyOfCode(query: Omit<LocatorQuery, 'origin'>): SelectionKey {
  const { country, postalCode, limit, maxDistanceMiles } = query
  return {
    place: { latitude: numberOf(postalCode), longitude: NO_LONGITUDE },
    country: BOUNDED_COUNTRIES.indexOf(country),
    limit,
    maxDistanceMiles,
  }
}

/** A number that no other code of US or CA has: they are ASCII, of seven characters at most. */
export function numberOf(code: string): number {
  let number = 0
  for (let i = 0; i < code.length; i++) number = number * CHARACTERS + code.charCodeAt(i)
  return number
}
