import type { EventType } from './event-types.ts'

/** The feed's URL parameters, named as the server's parameters. */
export interface FeedSearch {
  types: EventType
  before: number
}

/** Returns the query for the server: without `before`, from the newest event. */
export function feedQueryOf({ before = 0, ...query }: Partial<FeedSearch> & { brand?: string }) {
  return { before, ...query }
}
