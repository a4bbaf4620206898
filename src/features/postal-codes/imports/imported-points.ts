import { cached, peek, prefetch } from '../../../platform/db/cached.ts'
import type { Db } from '../../../platform/db/db.ts'
import { US_TERRITORIES } from '../../../platform/postal-country.ts'
import { lookupKeys } from '../codes/postal-key.ts'
import type { Point } from '../point.ts'
import { findImportedPoints, listImportedCountries } from '../queries.ts'

/** The topic that is invalidated when imported points change. */
export const IMPORTED_POINTS = 'postal_points'

/** The points that an operator imported. The countries that have any are cached. */
export interface ImportedPoints {
  /** Whether the country has none, as far as the cache knows. */
  isEmpty(country: string): boolean
  /** Returns the points of those of these codes that have one. */
  find(country: string, codes: readonly string[]): Promise<Map<string, Point>>
  /** Loads what another process has imported; to be called a few times a second. */
  refresh(): void
}

export function importedPoints(db: Db): ImportedPoints {
  const countries = cached(
    db,
    IMPORTED_POINTS,
    async (reader) => new Set(await listImportedCountries(reader)),
  )

  /** Cached points are used while the database can't be reached. */
  async function importedCountries(): Promise<Set<string>> {
    try {
      return await countries.getFresh()
    } catch {
      return countries.getStale()
    }
  }

  return {
    refresh: () => prefetch(countries),
    isEmpty(country) {
      const imported = peek(countries.getStale())
      return imported !== undefined && !filesOf(country).some((file) => imported.has(file))
    },
    async find(country, codes) {
      const imported = await importedCountries()
      const points = new Map<string, Point>()
      for (const file of filesOf(country).filter((candidate) => imported.has(candidate))) {
        for (const [code, point] of await findIn(db, file, codes)) points.set(code, point)
      }
      return points
    },
  }
}

/** GeoNames has a file of its own for each US territory. */
function filesOf(country: string): readonly string[] {
  return country === 'US' ? [...US_TERRITORIES, 'US'] : [country]
}

async function findIn(db: Db, country: string, codes: readonly string[]): Promise<Map<string, Point>> {
  const keys = new Map(codes.map((code) => [code, lookupKeys(country, code)]))
  const found = await findImportedPoints(db.read, country, [...new Set([...keys.values()].flat())])
  const points = new Map<string, Point>()
  for (const [code, own] of keys) {
    const key = own.find((candidate) => found.has(candidate))
    if (key !== undefined) points.set(code, found.get(key)!)
  }
  return points
}
