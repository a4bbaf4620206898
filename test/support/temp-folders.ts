import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PREFIX = 'transom-test-'
const MEMORY = '/dev/shm'

/** Makes a folder in the temp folder whose name says which process owns it. `kind` is a word of letters. */
export function makeTempFolder(kind: string): string {
  return mkdtempSync(join(tmpdir(), `${PREFIX}${kind}-${process.pid}-`))
}

/**
 * The same in memory, where there is room for a run's databases: making one there costs a third of the time. Not
 * for programs, which often may not run there, nor for what must outlive the machine.
 */
export function makeMemoryFolder(kind: string): string {
  if (!hasRoom(MEMORY)) return makeTempFolder(kind)
  return mkdtempSync(join(MEMORY, `${PREFIX}${kind}-${process.pid}-`))
}

/** Removes a folder and what is in it. */
export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

/** Removes the folders of `kind` whose owner was killed before it could. `release` is called first. */
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

/** The command line of a process; empty when there is no such process. */
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
