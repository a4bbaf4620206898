import { crc32 } from 'node:zlib'
import type { Point } from './point.ts'

/** Goes up with every change of the format or of the rule by which the sources are merged. */
export const CENTROID_FORMAT = 1

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
  /** The mean of the known ZIPs that begin as this one does with its first three digits. */
  zipPrefix(zip: string): Point | null
  /** A whole Canadian code or its FSA. */
  fsa(code: string): Point | null
}

/** The bytes of the table that holds these points: little-endian, with a checksum. */
export function encodeCentroids(
  zips: ReadonlyMap<string, Point>,
  fsas: ReadonlyMap<string, Point>,
): Uint8Array {
  const cells = new Int32Array(LENGTH).fill(ABSENT)
  for (const [zip, point] of zips) put(cells, ZIPS + 2 * digits(zip, 5), point)
  for (const [prefix, point] of prefixMeans(zips)) put(cells, PREFIXES + 2 * digits(prefix, 3), point)
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
  }
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

function prefixMeans(zips: ReadonlyMap<string, Point>): Map<string, Point> {
  const sums = new Map<string, Point & { count: number }>()
  for (const [zip, point] of zips) {
    const prefix = zip.slice(0, 3)
    const sum = sums.get(prefix) ?? { latitude: 0, longitude: 0, count: 0 }
    sum.latitude += point.latitude
    sum.longitude += point.longitude
    sum.count += 1
    sums.set(prefix, sum)
  }
  return new Map(
    [...sums].map(([prefix, { latitude, longitude, count }]) => [
      prefix,
      { latitude: latitude / count, longitude: longitude / count },
    ]),
  )
}

function checksum(cells: Int32Array): number {
  return crc32(new Uint8Array(cells.buffer, HEADER * Int32Array.BYTES_PER_ELEMENT)) | 0
}
