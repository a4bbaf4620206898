/** A place on Earth in decimal degrees, WGS 84. */
export interface Point {
  latitude: number
  longitude: number
}

/** A point that can be meant: finite, on the globe, and not 0,0, which is what broken sources say for "unknown". */
export function toPoint(latitude: unknown, longitude: unknown): Point | null {
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return null
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return null
  return latitude === 0 && longitude === 0 ? null : { latitude, longitude }
}
