import { haversine, haversineToMiles, toRadians } from '../../../platform/haversine.ts'
import type { Point } from '../../postal-codes/index.ts'
import type { LocatedDealer } from '../snapshot/located-dealer.ts'

/** The place that a query's distances are measured from. */
export class Origin {
  readonly latitude: number
  readonly longitude: number
  readonly #cosLatitude: number

  constructor({ latitude, longitude }: Point) {
    this.latitude = latitude
    this.longitude = longitude
    this.#cosLatitude = Math.cos(toRadians(latitude))
  }

  /** Returns the haversine of the central angle to a place; `haversineToMiles` makes it a distance. */
  haversineTo(latitude: number, longitude: number, cosLatitude: number): number {
    return haversine(this.latitude, this.longitude, this.#cosLatitude, latitude, longitude, cosLatitude)
  }

  milesTo({ latitude, longitude, cosLatitude }: LocatedDealer): number {
    return haversineToMiles(this.haversineTo(latitude, longitude, cosLatitude))
  }
}
