import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sourceVersions } from './centroid-sources.ts'
import { CENTROID_FORMAT, type CentroidTable, decodeCentroids } from './centroid-table.ts'

/** `.cache` in the project's own folder: written when the project is installed, ignored by git. */
export const PROJECT_CACHE = fileURLToPath(new URL('../../../../.cache', import.meta.url))

/** The table in this folder, or null where there is none that can be used. */
export function readCentroidFile(folder: string): CentroidTable | null {
  try {
    return decodeCentroids(readFileSync(filePath(folder)))
  } catch {
    return null
  }
}

/** Writes the table into this folder, completely or not at all, even while another process does the same. */
export function writeCentroidFile(folder: string, bytes: Uint8Array): void {
  mkdirSync(folder, { recursive: true })
  const path = filePath(folder)
  const draft = `${path}.${process.pid}-${Math.random().toString(36).slice(2)}`
  writeFileSync(draft, bytes)
  renameSync(draft, path)
}

function filePath(folder: string): string {
  return join(folder, `centroids-${CENTROID_FORMAT}-${sourceVersions()}.bin`)
}
