import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { milesBetween } from '../../platform/haversine.ts'
import { postalCountryOf } from '../../platform/postal-country.ts'
import type { Trace } from '../../platform/trace.ts'
import { type Centroids, loadCentroids } from './centroids/centroids.ts'
import { isMilitaryZip } from './codes/normalize-postal-code.ts'
import { createGeocoder, type GeocoderSettings } from './geocoding/create-geocoder.ts'
import { createGeocoding, type GeocoderOutcome } from './geocoding/geocoding.ts'
import { importedPoints } from './imports/imported-points.ts'
import type { Point } from './point.ts'

const NEARBY_MILES = 100

interface Dependencies {
  db: Db
  config: GeocoderSettings & { DATA_DIR: string }
  clock: Clock
  /** Receives errors that no caller sees. */
  onError: (error: unknown) => void
  /** Receives the outcome of each call of the geocoding service. */
  onCall?: (outcome: GeocoderOutcome) => void
  trace?: Trace | undefined
}

/** What places postal codes, in words for a person. */
export const SOURCES = {
  imported: 'imported postal codes',
  packaged: 'the packaged table',
  service: 'the geocoding service',
  prefix: 'the middle of the ZIP codes with its first three digits, which may be tens of miles away',
}

/** Where a postal code is, and what places it. */
export interface Place {
  point: Point
  source: keyof typeof SOURCES
}

/**
 * Places postal codes. Codes are in the form of `normalizePostalCode`, countries ISO 3166-1 alpha-2 in upper case; US
 * territories are the United States.
 */
export interface PostalCodes {
  /**
   * Returns the imported point, else the packaged one (US, CA), else what the geocoding service says, else (US) the
   * center of the 3-digit prefix; null where none of them knows the code, and for military ZIPs.
   * @throws AppError GEOCODER_UNAVAILABLE where only the service could know, and it fails
   */
  find(country: string, code: string): Promise<Place | null>
  /** Returns what `find` returns if it is imported nowhere and packaged; undefined where `find` may have to wait. */
  peek(country: string, code: string): Place | undefined
  /** Returns the point of `find`. */
  locate(country: string, code: string): Promise<Point | null>
  /** Returns the imported or packaged points of those of these codes that have one. No service is asked. */
  locateAll(country: string, codes: readonly string[]): Promise<Map<string, Point>>
  /** Returns the middle of the packaged ZIP codes with these first three digits; null for military ones. */
  locatePrefix(zip: string): Point | null
  /** Returns the packaged US or CA code that is nearest to a point; null where none is within 100 miles. */
  nearest(point: Point): { country: string; code: string } | null
  /** Loads what an operator has imported; to be called a few times a second. */
  refresh(): void
  /** Removes answers of the geocoding service that are too old to be used; to be called about once an hour. */
  forgetOldAnswers(): Promise<void>
  /** Ends calls to the geocoding service. */
  close(): Promise<void>
}

/** Loads the packaged points (built first where they don't exist yet) and puts the sources in order. */
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

  async function find(given: string, code: string): Promise<Place | null> {
    const country = postalCountryOf(given)
    if (isNowhere(country, code)) return null
    const own = imported.isEmpty(country) ? undefined : (await imported.find(country, [code])).get(code)
    return (
      toPlace('imported', own ?? null) ??
      toPlace('packaged', packaged(centroids, country, code)) ??
      (await geocode(country, code))
    )
  }

  function peek(given: string, code: string): Place | undefined {
    const country = postalCountryOf(given)
    if (isNowhere(country, code) || !imported.isEmpty(country)) return undefined
    return toPlace('packaged', packaged(centroids, country, code)) ?? undefined
  }

  async function geocode(country: string, code: string): Promise<Place | null> {
    const standIn = country === 'US' ? toPlace('prefix', centroids.locatePrefix(code)) : null
    try {
      return toPlace('service', await geocoding.locate(country, code)) ?? standIn
    } catch (error) {
      // Near enough is better than nothing while the service is down.
      if (standIn && error instanceof AppError && error.code === 'GEOCODER_UNAVAILABLE') return standIn
      throw error
    }
  }

  async function locateAll(given: string, codes: readonly string[]): Promise<Map<string, Point>> {
    const country = postalCountryOf(given)
    const points = await imported.find(country, codes)
    for (const code of codes) {
      const point = points.get(code) ?? packaged(centroids, country, code)
      if (isNowhere(country, code)) points.delete(code)
      else if (point) points.set(code, point)
    }
    return points
  }

  return {
    find,
    peek,
    locate: async (country, code) => (await find(country, code))?.point ?? null,
    locateAll,
    locatePrefix: centroids.locatePrefix,
    nearest(point) {
      const { country, code, point: found } = centroids.nearest(point)
      return milesBetween(point, found) <= NEARBY_MILES ? { country, code } : null
    },
    refresh: imported.refresh,
    forgetOldAnswers: () => geocoding.forgetOldAnswers(),
    async close() {
      await geocoder?.close()
    },
  }
}

function toPlace(source: Place['source'], point: Point | null): Place | null {
  return point && { point, source }
}

function isNowhere(country: string, code: string): boolean {
  return country === 'US' && isMilitaryZip(code)
}

function packaged(centroids: Centroids, country: string, code: string): Point | null {
  return country === 'US' || country === 'CA' ? centroids.locate(country, code) : null
}
