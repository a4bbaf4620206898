import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PREFIX = 'transom-test-'

/** Makes a folder in the temp folder whose name says which process owns it. `kind` is a word of letters. */
export function makeTempFolder(kind: string): string {
  return mkdtempSync(join(tmpdir(), `${PREFIX}${kind}-${process.pid}-`))
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
  for (const name of readdirSync(tmpdir()).filter((name) => name.startsWith(prefix))) {
    const owner = Number.parseInt(name.slice(prefix.length), 10)
    if (commandLine(owner).includes('node')) continue
    const folder = join(tmpdir(), name)
    await release(folder)
    removeFolder(folder)
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
