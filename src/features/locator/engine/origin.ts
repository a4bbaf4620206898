import { haversine, toRadians } from '../../../platform/haversine.ts'
import type { Directory } from './directory.ts'
import type { Point } from './types.ts'

/** The place that a query's distances are measured from. */
export class Origin {
  readonly latitude: number
  readonly longitude: number
  readonly #cosLatitude: number

  constructor(point: Point) {
    this.latitude = point.latitude
    this.longitude = point.longitude
    this.#cosLatitude = Math.cos(toRadians(point.latitude))
  }

  /** Haversine of the central angle to a dealer; `haversineToMiles` makes it a distance. */
  haversineTo(directory: Directory, dealer: number): number {
    return haversine(
      this.latitude,
      this.longitude,
      this.#cosLatitude,
      directory.latitudes[dealer]!,
      directory.longitudes[dealer]!,
      directory.cosLatitudes[dealer]!,
    )
  }
}
