import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** One file of the console, with the encodings in which it also lies on the disk. */
export interface BuiltFile {
  type: string
  /** Digest of its content. */
  digest: string
  /** Bytes by encoding. */
  sizes: { identity: number; br?: number; gzip?: number }
}

/** The manifest that `build-console.ts` writes beside the files. */
export interface Manifest {
  files: Record<string, BuiltFile>
}

/** A complete console on the disk. */
export interface Built extends Manifest {
  /** Its name: the fingerprint of its sources. */
  id: string
  folder: string
}

export const MANIFEST = 'manifest.json'
/** The end of a file's name for each encoding. */
export const ENDINGS = { identity: '', br: '.br', gzip: '.gz' } as const
/** `.cache/console` in the project's own folder: ignored by git, and part of the image. */
export const PROJECT_BUILDS = fileURLToPath(new URL('../../../../.cache/console', import.meta.url))

/** Returns the console of this name in one of the folders, or undefined if there is none. */
export async function readBuilt(folders: readonly string[], id: string): Promise<Built | undefined> {
  for (const parent of folders) {
    const folder = join(parent, id)
    const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => undefined)
    if (text) return { id, folder, ...(JSON.parse(text) as Manifest) }
  }
  return undefined
}

/** Returns the names of the consoles in a folder, the newest first. */
export async function listBuilt(parent: string): Promise<string[]> {
  const names = await readdir(parent).catch(() => [])
  const found: { name: string; at: number }[] = []
  for (const name of names) {
    const manifest = await stat(join(parent, name, MANIFEST)).catch(() => undefined)
    if (manifest) found.push({ name, at: manifest.mtimeMs })
  }
  return found.sort((a, b) => b.at - a.at).map(({ name }) => name)
}
