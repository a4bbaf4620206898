import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import type { Trace } from '../../platform/trace.ts'
import { type Centroids, loadCentroids } from './centroids.ts'
import { createGeocoder, type GeocoderSettings } from './geocoders/create-geocoder.ts'
import { createGeocoding, type GeocoderOutcome } from './geocoding.ts'
import { importedPoints } from './imported-points.ts'
import { isMilitaryZip } from './normalize-postal-code.ts'
import type { Point } from './point.ts'

interface Dependencies {
  db: Db
  config: GeocoderSettings & { DATA_DIR: string }
  clock: Clock
  /** Told of faults that no caller is to see. */
  onError: (error: unknown) => void
  /** Told how each call of the geocoding service ended. */
  onCall?: (outcome: GeocoderOutcome) => void
  trace?: Trace | undefined
}

/** What can tell where a postal code is, in words for a person. */
export const SOURCES = {
  imported: 'imported postal codes',
  packaged: 'the packaged table',
  service: 'the geocoding service',
  prefix: 'the middle of the ZIP codes with its first three digits, which may be tens of miles away',
}

/** Where a postal code is, and who says so. */
export interface Place {
  point: Point
  source: keyof typeof SOURCES
}

/** Where postal codes are. Codes are those that `normalizePostalCode` gives. */
export interface PostalCodes {
  /** Names the packaged points, which are the same for as long as the process runs. */
  packagedVersion: string
  /** Whether memory has all there is of a country's points, so that a packaged one is what `find` would give. */
  isInMemory(country: string): boolean
  /**
   * What memory alone can tell: the packaged point; null for what has no place; undefined where `find` must be asked.
   */
  locateKnown(country: string, code: string): Point | null | undefined
  /**
   * The imported point, else the packaged one (US, CA), else what the geocoding service says, else (US) the
   * centre of the 3-digit prefix; null where none of them knows the code, and for military ZIPs.
   * @throws AppError GEOCODER_UNAVAILABLE where only the service could know, and it fails
   */
  find(country: string, code: string): Promise<Place | null>
  /** The point of `find`. */
  locate(country: string, code: string): Promise<Point | null>
  /** The imported or packaged points of those of these codes that have one, at once: no service is asked. */
  locateAll(country: string, codes: readonly string[]): Promise<Map<string, Point>>
  /** Looks whether an operator has imported points; to be called a few times a second. */
  refresh(): void
  /** Removes answers of the geocoding service that are too old to be used; to be called about once an hour. */
  forgetOldAnswers(): Promise<void>
  /** Ends calls to the geocoding service. */
  close(): Promise<void>
}

/** Loads the packaged points (built first where they are not there yet) and puts the sources in order. */
export async function createPostalCodes({
  db,
  config,
  clock,
  onError,
  onCall,
  trace,
}: Dependencies): Promise<PostalCodes> {
  const centroids = await loadCentroids({ folders: [config.DATA_DIR] })
  const imported = importedPoints(db)
  const geocoder = createGeocoder(config)
  const geocoding = createGeocoding({ db, geocoder, clock, onError, trace, ...(onCall && { onCall }) })

  async function locateAll(country: string, codes: readonly string[]): Promise<Map<string, Point>> {
    const points = await imported.find(country, codes)
    for (const code of codes) {
      const point = points.get(code) ?? packaged(centroids, country, code)
      if (isNowhere(country, code)) points.delete(code)
      else if (point) points.set(code, point)
    }
    return points
  }

  async function geocode(country: string, code: string): Promise<Place | null> {
    const standIn = country === 'US' ? located('prefix', centroids.locatePrefix(code)) : null
    try {
      return located('service', await geocoding.locate(country, code)) ?? standIn
    } catch (error) {
      // Near enough is better than nothing while the service is down.
      if (standIn && error instanceof AppError && error.code === 'GEOCODER_UNAVAILABLE') return standIn
      throw error
    }
  }

  async function find(country: string, code: string): Promise<Place | null> {
    if (isNowhere(country, code)) return null
    return (
      located('imported', (await imported.find(country, [code])).get(code) ?? null) ??
      located('packaged', packaged(centroids, country, code)) ??
      (await geocode(country, code))
    )
  }

  const isInMemory = (country: string) => imported.covers(country) === false

  return {
    packagedVersion: centroids.version,
    isInMemory,
    locateKnown(country, code) {
      if (isNowhere(country, code)) return null
      if (!isInMemory(country)) return undefined
      return packaged(centroids, country, code) ?? undefined
    },
    find,
    locate: async (country, code) => (await find(country, code))?.point ?? null,
    locateAll,
    refresh: imported.refresh,
    forgetOldAnswers: () => geocoding.forgetOldAnswers(),
    async close() {
      await geocoder?.close()
    },
  }
}

function located(source: Place['source'], point: Point | null): Place | null {
  return point && { point, source }
}

function isNowhere(country: string, code: string): boolean {
  return country === 'US' && isMilitaryZip(code)
}

function packaged(centroids: Centroids, country: string, code: string): Point | null {
  return country === 'US' || country === 'CA' ? centroids.locate(country, code) : null
}
