import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PREFIX = 'transom-test-'
const MEMORY = '/dev/shm'

/** Creates a temporary folder whose name carries its owner's process id. `kind` is a word of letters. */
export function makeTempFolder(kind: string): string {
  return mkdtempSync(join(tmpdir(), `${PREFIX}${kind}-${process.pid}-`))
}

/**
 * Creates the same in memory, where a database takes a third of the time. Not
 * for programs, which often may not run there, nor for data that must survive the machine.
 */
export function makeMemoryFolder(kind: string): string {
  if (!hasRoom(MEMORY)) return makeTempFolder(kind)
  return mkdtempSync(join(MEMORY, `${PREFIX}${kind}-${process.pid}-`))
}

/** Removes a folder and its content. */
export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

/** Removes the folders of `kind` whose owner was killed, after calling `release`. */
export async function removeStaleFolders(
  kind: string,
  release: (folder: string) => Promise<void> = async () => {},
): Promise<void> {
  const prefix = `${PREFIX}${kind}-`
  for (const root of [tmpdir(), MEMORY].filter(existsSync)) {
    for (const name of readdirSync(root).filter((name) => name.startsWith(prefix))) {
      const owner = Number.parseInt(name.slice(prefix.length), 10)
      if (commandLine(owner).includes('node')) continue
      const folder = join(root, name)
      await release(folder)
      removeFolder(folder)
    }
  }
}

/** Returns the command line of a process, or an empty text when there is none. */
export function commandLine(pid: number): string {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    return execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    return ''
  }
}

function hasRoom(root: string): boolean {
  if (!existsSync(root)) return false
  const { bavail, bsize } = statfsSync(root)
  return bavail * bsize > 2e9
}
