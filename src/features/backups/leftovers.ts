import { readdirSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** A process of another container cannot be seen; a file that it writes is younger than this. */
const ABANDONED_MS = 3_600_000

/** What SQLite may write beside a file. */
const ENDS = ['', '-journal', '-wal', '-shm']

/** A name for what becomes `file` when it is complete: of this process, so that a later one can remove it. */
export function temporaryName(file: string, purpose: 'restoring' | 'partial'): string {
  return `${file}.${purpose}-${process.pid}`
}

/** Removes a temporary file and what SQLite wrote beside it. */
export function removeTemporary(path: string): void {
  for (const end of ENDS) rmSync(`${path}${end}`, { force: true })
}

/** Removes what killed processes have left behind of `file`, which holds secrets and takes room. */
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
