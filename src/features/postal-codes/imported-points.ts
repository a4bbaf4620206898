import { cached, peek, prefetch } from '../../platform/db/cached.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Point } from './point.ts'
import { lookupKeys } from './postal-key.ts'
import { findImportedPoints, listImportedCountries } from './queries.ts'

/** What is counted up when imported points change. */
export const IMPORTED_POINTS = 'postal_points'

/** The points that an operator imported. Which countries have any is known in memory. */
export interface ImportedPoints {
  /** Whether the country has any; undefined while that is not in memory. */
  covers(country: string): boolean | undefined
  /** The points of those of these codes that have one. */
  find(country: string, codes: readonly string[]): Promise<Map<string, Point>>
  /** Looks whether another process has imported some; to be called a few times a second. */
  refresh(): void
}

export function importedPoints(db: Db): ImportedPoints {
  const countries = cached(
    db,
    IMPORTED_POINTS,
    async (reader) => new Set(await listImportedCountries(reader)),
  )

  /** What was known before serves while the database cannot say what has changed. */
  async function asOfNow() {
    try {
      return await countries.getFresh()
    } catch {
      return countries.getStale()
    }
  }

  return {
    refresh: () => prefetch(countries),
    // Whoever needs it awaits `find`, which reports what went wrong.
    covers: (country) => peek(countries.getStale())?.has(country),
    async find(country, codes) {
      const known = await asOfNow()
      if (!known.has(country)) return new Map()
      const keys = new Map(codes.map((code) => [code, lookupKeys(country, code)]))
      const found = await findImportedPoints(db.read, country, [...new Set([...keys.values()].flat())])
      const points = new Map<string, Point>()
      for (const [code, own] of keys) {
        const key = own.find((candidate) => found.has(candidate))
        if (key !== undefined) points.set(code, found.get(key)!)
      }
      return points
    },
  }
}
