import type { Point } from '../point.ts'

/** A service that knows where postal codes are. */
export interface Geocoder {
  readonly name: string
  /**
   * Where a code is, or null where the service says that the country has no such code.
   * @param country ISO 3166-1 alpha-2, upper case
   * @throws QueryRefusedError where the service will not look at this code; anything else: it failed
   */
  locate(country: string, code: string): Promise<Point | null>
  /** Ends connections and calls. */
  close(): Promise<void>
}

/** The service works, but calls this very query malformed. */
export class QueryRefusedError extends Error {
  override readonly name = 'QueryRefusedError'
}
