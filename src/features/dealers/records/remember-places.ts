import type { Point } from '../../postal-codes/index.ts'
import type { Places } from './look-up-points.ts'

/**
 * Returns places that look up each postal code once: where a transaction is under way, they return what was looked up
 * before it. A geocoding service that failed is not asked again.
 */
export function rememberPlaces(places: Places): Places {
  const located = new Map<string, Promise<Point | null>>()
  const tables = new Map<string, ReturnType<Places['locateAll']>>()
  return {
    locate: (country, code) => once(located, `${country} ${code}`, () => places.locate(country, code)),
    locateAll: (country, codes) =>
      once(tables, `${country} ${[...codes].join()}`, () => places.locateAll(country, codes)),
  }
}

function once<T>(known: Map<string, T>, key: string, look: () => T): T {
  const value = known.get(key) ?? look()
  known.set(key, value)
  return value
}
