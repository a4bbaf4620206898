import type { Answer } from '../../support/client.ts'

/** A dealer of an answer: the fields that tests look at by name. */
export interface LocatedDealer {
  id: number
  dealer_code: string
  latitude: number
  longitude: number
  distance_miles: number
  match_type: string
  territory_match: boolean
}

const EARTH_RADIUS_MILES = 3958.7613

/** A dealer for the set-up file: at a point of the US, unless `fields` say otherwise. */
export function dealer(dealer_code: string, fields: object = {}) {
  return {
    dealer_code,
    name: `Dealer ${dealer_code}`,
    country: 'USA',
    postal_code: '',
    latitude: 33,
    longitude: -97,
    active: true,
    ...fields,
  }
}

export const dealersOf = (answer: Answer): LocatedDealer[] => answer.body.dealers

/** Codes of the rows, in order. */
export const codesOf = (answer: Answer) => dealersOf(answer).map((row) => row.dealer_code)

/** The rows in short: `A distance`. */
export const matchesOf = (answer: Answer) =>
  dealersOf(answer).map((row) => `${row.dealer_code} ${row.match_type}`)

interface Point {
  latitude: number
  longitude: number
}

/** Great-circle distance in miles by the haversine formula, to two decimals. */
export function milesBetween(a: Point, b: Point): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const [north, east] = [radians(b.latitude - a.latitude), radians(b.longitude - a.longitude)]
  const h =
    Math.sin(north / 2) ** 2 +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(east / 2) ** 2
  return Math.round(2 * EARTH_RADIUS_MILES * Math.asin(Math.sqrt(h)) * 100) / 100
}
