import type { Db } from '../../platform/db/db.ts'
import { held, touch } from '../../platform/db/held.ts'
import type { Point } from './point.ts'
import { lookupKeys } from './postal-key.ts'
import { findImportedPoint, listImportedCountries } from './queries.ts'

/** What is counted up when imported points change. */
export const IMPORTED_POINTS = 'postal_points'

/** The points that an operator imported. Which countries have any is known in memory. */
export interface ImportedPoints {
  /** Whether the country has any; undefined while that is not in memory. */
  covers(country: string): boolean | undefined
  find(country: string, code: string): Promise<Point | null>
  /** Looks whether another process has imported some; to be called a few times a second. */
  refresh(): void
}

export function importedPoints(db: Db): ImportedPoints {
  const countries = held(db, IMPORTED_POINTS, async (reader) => new Set(await listImportedCountries(reader)))

  /** What was known before serves while the database cannot say what has changed. */
  async function asOfNow() {
    try {
      return await countries.current()
    } catch {
      return countries.recent()
    }
  }

  return {
    refresh: () => touch(countries),
    covers(country) {
      const known = countries.recent()
      if (!(known instanceof Promise)) return known.has(country)
      // Whoever needs it awaits `find`, which reports what went wrong.
      known.catch(() => undefined)
      return undefined
    },
    async find(country, code) {
      const known = await asOfNow()
      return known.has(country) ? findImportedPoint(db.read, country, lookupKeys(country, code)) : null
    },
  }
}
