import { Invalid } from '../../../platform/errors.ts'
import type { Bounds } from '../queries/list-queries.ts'

const DEGREES = /^-?\d{1,3}(\.\d+)?$/

/**
 * Returns the part of the map that `west,south,east,north` means. A map that shows the globe several times has
 * longitudes beyond 180.
 * @throws Invalid (VALIDATION_ERROR)
 */
export function readBounds(text: string): Bounds {
  const parts = text.split(',').map((part) => part.trim())
  const [west = 0, south = 0, east = 0, north = 0] = parts.map(Number)
  const isValid =
    parts.length === 4 &&
    parts.every((part) => DEGREES.test(part)) &&
    Math.abs(south) <= 90 &&
    Math.abs(north) <= 90 &&
    south <= north
  if (!isValid) {
    const message = `Bounds must be west,south,east,north in degrees, such as -98,32,-96,34, not "${text}".`
    throw new Invalid([{ field: 'bounds', message }])
  }
  if (east - west >= 360) return { west: -180, south, east: 180, north }
  return { west: onGlobe(west), south, east: onGlobe(east), north }
}

function onGlobe(longitude: number): number {
  return Math.abs(longitude) <= 180 ? longitude : ((((longitude + 180) % 360) + 360) % 360) - 180
}
