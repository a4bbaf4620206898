import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../../../..')
/** Builds the console into the folder that is its argument. */
export const BUILDER = join(ROOT, 'web/build.ts')

const SOURCES = [
  'web/**/*',
  'openapi-admin.json',
  'package-lock.json',
  'tsconfig.json',
  'src/features/access/{permissions,roles}.ts',
  'src/features/console/build/*',
  'src/features/widgets/text/*',
]

/** Returns whether this installation has the console's sources. The image has only the console that they make. */
export function hasSources(): boolean {
  return existsSync(BUILDER)
}

/** Returns a name for the console that the present sources make: the same sources, the same name. */
export async function fingerprint(): Promise<string> {
  const paths: string[] = []
  for await (const entry of glob(SOURCES, { cwd: ROOT, withFileTypes: true, exclude: isNoSource })) {
    if (entry.isFile()) paths.push(join(entry.parentPath, entry.name))
  }
  const digest = createHash('sha256')
  for (const path of paths.sort()) digest.update(`${path.slice(ROOT.length)}\0`).update(await readFile(path))
  return digest.digest('hex').slice(0, 16)
}

function isNoSource({ name }: { name: string }): boolean {
  return name === 'node_modules' || name.includes('.test.')
}
