import { crc32 } from 'node:zlib'
import type { Point } from '../point.ts'

/** Increase it with every change of the format or of the rule by which the sources are merged. */
export const CENTROID_FORMAT = 2

// Everything is int32 in micro-degrees (11 cm), latitude before longitude; the sources have four decimals (11 m).
const MICRO = 1e6
const ABSENT = -(2 ** 31)
const MAGIC = 0x315a5054
const HEADER = 2
const ZIPS = HEADER
const PREFIXES = ZIPS + 2 * 100_000
const FSAS = PREFIXES + 2 * 1_000
const LENGTH = FSAS + 2 * 26 * 10 * 26

/**
 * Postal centroids in one block of memory: a slot for every ZIP, every 3-digit ZIP prefix and every Canadian
 * FSA, so that a look-up is one index and makes nothing but the point it returns.
 */
export interface CentroidTable {
  zip(zip: string): Point | null
  /** The center of the known ZIPs that have this one's first three digits: the median of each coordinate. */
  zipPrefix(zip: string): Point | null
  /** A whole Canadian code or its FSA. */
  fsa(code: string): Point | null
  /** Returns the code whose centroid is nearest to a point: a ZIP or an FSA. */
  nearest(point: Point): PlacedCode
}

/** A code and where it is. */
export interface PlacedCode {
  country: 'US' | 'CA'
  code: string
  point: Point
}

/** The bytes of the table that holds these points: little-endian, with a checksum. */
export function encodeCentroids(
  zips: ReadonlyMap<string, Point>,
  fsas: ReadonlyMap<string, Point>,
): Uint8Array {
  const cells = new Int32Array(LENGTH).fill(ABSENT)
  for (const [zip, point] of zips) put(cells, ZIPS + 2 * digits(zip, 5), point)
  for (const [prefix, point] of prefixCentres(zips)) put(cells, PREFIXES + 2 * digits(prefix, 3), point)
  for (const [fsa, point] of fsas) put(cells, FSAS + 2 * fsaIndex(fsa), point)
  cells[0] = MAGIC
  cells[1] = checksum(cells)
  return new Uint8Array(cells.buffer)
}

/** The table in these bytes, or null where they are cut short, damaged, or of a machine with another byte order. */
export function decodeCentroids(bytes: Uint8Array): CentroidTable | null {
  if (bytes.byteLength !== LENGTH * Int32Array.BYTES_PER_ELEMENT) return null
  const cells = new Int32Array(LENGTH)
  new Uint8Array(cells.buffer).set(bytes)
  if (cells[0] !== MAGIC || cells[1] !== checksum(cells)) return null
  return {
    zip: (zip) => (zip.length === 5 ? get(cells, ZIPS, digits(zip, 5)) : null),
    zipPrefix: (zip) => get(cells, PREFIXES, digits(zip, 3)),
    fsa: (code) => get(cells, FSAS, fsaIndex(code)),
    nearest: (point) => nearest(cells, point),
  }
}

/** Looks at every slot, which takes less than a millisecond. Distances on a flat map are exact enough to compare. */
function nearest(cells: Int32Array, { latitude, longitude }: Point): PlacedCode {
  const shrink = Math.cos((latitude * Math.PI) / 180)
  let best = ZIPS
  let least = Infinity
  const compare = (from: number, to: number) => {
    for (let at = from; at < to; at += 2) {
      if (cells[at] === ABSENT) continue
      const north = cells[at]! / MICRO - latitude
      const east = (((cells[at + 1]! / MICRO - longitude + 540) % 360) - 180) * shrink
      const distance = north * north + east * east
      if (distance >= least) continue
      least = distance
      best = at
    }
  }
  compare(ZIPS, PREFIXES)
  compare(FSAS, LENGTH)
  const point = { latitude: cells[best]! / MICRO, longitude: cells[best + 1]! / MICRO }
  if (best < PREFIXES) {
    return { country: 'US', code: String((best - ZIPS) / 2).padStart(5, '0'), point }
  }
  return { country: 'CA', code: fsaOf((best - FSAS) / 2), point }
}

function put(cells: Int32Array, at: number, point: Point) {
  cells[at] = Math.round(point.latitude * MICRO)
  cells[at + 1] = Math.round(point.longitude * MICRO)
}

function get(cells: Int32Array, section: number, index: number): Point | null {
  if (index < 0) return null
  const latitude = cells[section + 2 * index]!
  if (latitude === ABSENT) return null
  return { latitude: latitude / MICRO, longitude: cells[section + 2 * index + 1]! / MICRO }
}

/** The number that the first `count` characters write, or -1. */
function digits(code: string, count: number): number {
  let value = 0
  for (let i = 0; i < count; i++) {
    const digit = code.charCodeAt(i) - 48
    if (!(digit >= 0 && digit <= 9)) return -1
    value = value * 10 + digit
  }
  return value
}

function fsaIndex(code: string): number {
  const first = code.charCodeAt(0) - 65
  const second = code.charCodeAt(1) - 48
  const third = code.charCodeAt(2) - 65
  const known = first >= 0 && first < 26 && second >= 0 && second < 10 && third >= 0 && third < 26
  return known ? (first * 10 + second) * 26 + third : -1
}

/** The reverse of `fsaIndex`. */
function fsaOf(index: number): string {
  const letter = (value: number) => String.fromCharCode(65 + value)
  return letter(Math.floor(index / 260)) + (Math.floor(index / 26) % 10) + letter(index % 26)
}

// Medians, because a mean is dragged out to sea where a prefix has far islands: Honolulu's, with Wake Island in
// it, by 400 miles.
function prefixCentres(zips: ReadonlyMap<string, Point>): Map<string, Point> {
  const groups = Map.groupBy(zips, ([zip]) => zip.slice(0, 3))
  const centers = new Map<string, Point>()
  for (const [prefix, members] of groups) {
    const latitude = median(members.map(([, point]) => point.latitude))
    const longitude = median(members.map(([, point]) => point.longitude))
    centers.set(prefix, { latitude, longitude })
  }
  return centers
}

function median(values: number[]): number {
  const sorted = values.sort((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  return (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2
}

function checksum(cells: Int32Array): number {
  return crc32(new Uint8Array(cells.buffer, HEADER * Int32Array.BYTES_PER_ELEMENT)) | 0
}
