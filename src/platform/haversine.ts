/** Mean Earth radius, in miles. */
const EARTH_RADIUS_MILES = 3958.7613

const RADIANS = Math.PI / 180

export function toRadians(degrees: number): number {
  return degrees * RADIANS
}

/**
 * Returns the haversine of the central angle between two points, 0 to 1: `sin²(Δφ/2) + cos φ₁ cos φ₂ sin²(Δλ/2)`. Takes
 * degrees, and the cosines of both latitudes, so that a scan computes each of them once.
 */
export function haversine(
  latitude1: number,
  longitude1: number,
  cosLatitude1: number,
  latitude2: number,
  longitude2: number,
  cosLatitude2: number,
): number {
  const sinHalfLatitude = Math.sin(toRadians(latitude2 - latitude1) / 2)
  const sinHalfLongitude = Math.sin(toRadians(longitude2 - longitude1) / 2)
  return sinHalfLatitude * sinHalfLatitude + cosLatitude1 * cosLatitude2 * sinHalfLongitude * sinHalfLongitude
}

/**
 * Returns the great-circle distance in miles for a haversine, which rounding may have pushed past 1 at the antipode.
 */
export function haversineToMiles(haversine: number): number {
  return 2 * EARTH_RADIUS_MILES * Math.asin(Math.min(1, Math.sqrt(haversine)))
}

/** Returns the great-circle distance between two points in miles. */
export function milesBetween(
  a: { latitude: number; longitude: number },
  b: { latitude: number; longitude: number },
): number {
  const [cosA, cosB] = [Math.cos(toRadians(a.latitude)), Math.cos(toRadians(b.latitude))]
  return haversineToMiles(haversine(a.latitude, a.longitude, cosA, b.latitude, b.longitude, cosB))
}

/** Returns the haversine of a central angle that spans this many miles: 1 for half of the Earth's girth or more. */
export function milesToHaversine(miles: number): number {
  const halfAngle = miles / (2 * EARTH_RADIUS_MILES)
  const sine = Math.sin(Math.min(halfAngle, Math.PI / 2))
  return sine * sine
}
