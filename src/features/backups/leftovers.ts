import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Files of processes in other containers, which are not visible here, are abandoned after this time. */
const ABANDONED_MS = 3_600_000

/** The suffixes of files that SQLite writes beside a database. */
const SUFFIXES = ['', '-journal', '-wal', '-shm']

/** Returns a temporary name for `file`. It has the process id, so that a later process can remove it. */
export function temporaryName(file: string, purpose: 'restoring' | 'partial'): string {
  return `${file}.${purpose}-${process.pid}`
}

/** Removes a temporary file and SQLite's files beside it. */
export function removeTemporary(path: string): void {
  const files = SUFFIXES.map((suffix) => `${path}${suffix}`)
  // Not even a missing file can be removed from a folder that this user may not enter.
  for (const file of files.filter((file) => existsSync(file))) rmSync(file, { force: true })
}

/** Removes temporary files of killed processes, which contain secrets and take space. */
export function removeLeftovers(file: string, purpose: 'restoring' | 'partial'): void {
  const folder = dirname(file)
  const start = `${basename(file)}.${purpose}-`
  for (const name of readdirSync(folder).filter((name) => name.startsWith(start))) {
    const path = join(folder, name)
    const pid = Number.parseInt(name.slice(start.length), 10)
    if (pid === process.pid || !isRunning(pid) || isOld(path)) rmSync(path, { force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function isOld(path: string): boolean {
  const modified = statSync(path, { throwIfNoEntry: false })?.mtimeMs
  return modified !== undefined && Date.now() - modified > ABANDONED_MS
}
