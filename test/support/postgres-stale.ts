import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Followed by the id of the supervisor that owns the folder. */
export const SERVER_FOLDER_PREFIX = 'transom-test-postgres-'

/** Stops and removes what a run whose supervisor was killed has left in the temp folder. */
export async function removeStaleServers(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(SERVER_FOLDER_PREFIX)) continue
    const supervisor = Number.parseInt(name.slice(SERVER_FOLDER_PREFIX.length), 10)
    if (commandLine(supervisor).includes('postgres-supervisor')) continue
    const folder = join(tmpdir(), name)
    await stopServer(folder)
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function stopServer(folder: string): Promise<void> {
  const pidFile = join(folder, 'data', 'postmaster.pid')
  if (!existsSync(pidFile)) return
  const pid = Number.parseInt(readFileSync(pidFile, 'utf8'), 10)
  const isServer = () => commandLine(pid).includes(folder)
  if (isServer()) process.kill(pid, 'SIGQUIT')
  for (let waited = 0; isServer() && waited < 5000; waited += 20) await sleep(20)
}

/** Empty when no such process runs. */
function commandLine(pid: number): string {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    return execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    return ''
  }
}
