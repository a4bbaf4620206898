import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { isMilitaryZip } from '../codes/normalize-postal-code.ts'
import type { Point } from '../point.ts'
import { PROJECT_CACHE, readCentroidFile, writeCentroidFile } from './centroid-file.ts'
import { type CentroidTable, decodeCentroids, type PlacedCode } from './centroid-table.ts'

const BUILDER = fileURLToPath(new URL('./build-centroids.ts', import.meta.url))
const BUILD_TIMEOUT_MS = 60_000
const MAX_BYTES = 4 * 1024 * 1024

/** The packaged points of US ZIPs and Canadian FSAs. Codes are normalized; an unknown one is null. */
export interface Centroids {
  locate(country: 'US' | 'CA', code: string): Point | null
  /** The center of the known ZIPs with this ZIP's first three digits; never for military ones. */
  locatePrefix(zip: string): Point | null
  /** The code whose point is nearest. */
  nearest(point: Point): PlacedCode
}

/**
 * Loads the table in a few milliseconds, or, where no folder has it yet, lets a process of its own build it (half
 * a second) and keeps it for the next start in the first folder that can be written to.
 * @param folders where the table may lie, in this order after the project's own cache
 * @throws when it is nowhere and cannot be built
 */
export async function loadCentroids({
  folders = [],
  cache = PROJECT_CACHE,
}: {
  folders?: string[]
  cache?: string
} = {}): Promise<Centroids> {
  const places = [cache, ...folders]
  for (const folder of places) {
    const table = readCentroidFile(folder)
    if (table) return centroids(table)
  }
  const bytes = await buildElsewhere()
  const table = decodeCentroids(bytes)
  if (!table) throw new Error('The table of postal centroids came out damaged; reinstall the dependencies.')
  places.some((folder) => isWritten(folder, bytes))
  return centroids(table)
}

function centroids(table: CentroidTable): Centroids {
  return {
    locate: (country, code) => (country === 'US' ? table.zip(code) : table.fsa(code)),
    locatePrefix: (zip) => (isMilitaryZip(zip) ? null : table.zipPrefix(zip)),
    nearest: table.nearest,
  }
}

async function buildElsewhere(): Promise<Uint8Array> {
  const run = promisify(execFile)
  const { stdout } = await run(process.execPath, [BUILDER, '--stdout'], {
    encoding: 'buffer',
    maxBuffer: MAX_BYTES,
    timeout: BUILD_TIMEOUT_MS,
  })
  return stdout
}

function isWritten(folder: string, bytes: Uint8Array): boolean {
  try {
    writeCentroidFile(folder, bytes)
    return true
  } catch {
    // A folder that is read-only costs every start the half second, and nothing else.
    return false
  }
}
