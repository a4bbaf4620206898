import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, closeSync, existsSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Identity } from './postgres-binaries.ts'
import { commandLine } from './temp-folders.ts'

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  // Tests kill processes, never the machine. The kernel keeps what a killed process has written.
  fsync: 'off',
  // Each worker may run four servers, each with a pool of ten.
  max_connections: '400',
  shared_buffers: '32MB',
  // Containers often have a /dev/shm of 64 MB.
  dynamic_shared_memory_type: 'mmap',
  // Far from UTC: a query that relies on the server's time zone fails.
  timezone: 'Pacific/Kiritimati',
}

/** Where PostgreSQL's programs are, and the user who runs them. */
export interface Installation {
  /** Contains `bin`, `lib` and `share`. */
  folder: string
  /** Undefined when it is the user of this process. */
  identity: Identity | undefined
}

/** A running server. */
export interface PostgresProcess {
  child: ChildProcess
  /** Ends it; resolves when it has ended. SIGQUIT keeps nothing in memory, SIGKILL is a crash. */
  end(signal: 'SIGQUIT' | 'SIGKILL'): Promise<void>
}

/** Creates an empty database cluster in `data`. Returns the password of its superuser `postgres`. */
export function initialiseCluster({ folder, identity }: Installation, data: string): string {
  const password = randomBytes(16).toString('hex')
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (identity) chownSync(passwordFile, identity.uid, identity.gid)
  // Most servers in the field have a linguistic collation: a query that relies on byte order fails.
  const collation = ['--locale=C', '--locale-provider=icu', '--icu-locale=en-US', '--encoding=UTF8']
  const flags = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`, '--no-sync']
  const args = [`--pgdata=${data}`, ...flags, ...collation]
  execFileSync(join(folder, 'bin', 'initdb'), args, { ...identity, cwd: folder, stdio: 'pipe' })
  rmSync(passwordFile)
  return password
}

/**
 * Starts a server on the cluster in `data`; resolves when it accepts connections.
 *
 * `settings` such as `fsync=on` override those for tests. `started` gets the process immediately, so that the caller can
 * end it while this function still waits.
 */
export async function startPostgresProcess(
  { folder, identity }: Installation,
  {
    data,
    port,
    log,
    settings = [],
    started = () => {},
  }: {
    data: string
    port: number
    /** The file for its messages. */
    log: string
    settings?: readonly string[]
    started?: (server: PostgresProcess) => void
  },
): Promise<PostgresProcess> {
  const own = Object.entries({ ...SETTINGS, port }).map(([name, value]) => `${name}=${value}`)
  const flags = [...own, ...settings].flatMap((setting) => ['-c', setting])
  const output = openSync(log, 'w')
  const child = spawn(join(folder, 'bin', 'postgres'), ['-D', data, ...flags], {
    ...identity,
    cwd: folder,
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  const server: PostgresProcess = {
    child,
    async end(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill(signal)
      await once(child, 'exit')
    },
  }
  started(server)
  while (!/ready to accept (read-only )?connections/.test(readFileSync(log, 'utf8'))) {
    if (child.exitCode !== null) throw new Error(`PostgreSQL did not start: ${readFileSync(log, 'utf8')}`)
    await sleep(5)
  }
  return server
}

/** Ends the server on the cluster in `data` that a killed test run left behind. */
export async function endStaleServer(data: string): Promise<void> {
  const pidFile = join(data, 'postmaster.pid')
  if (!existsSync(pidFile)) return
  const pid = Number.parseInt(readFileSync(pidFile, 'utf8'), 10)
  const isServer = () => commandLine(pid).includes(data)
  if (isServer()) process.kill(pid, 'SIGQUIT')
  for (let waited = 0; isServer() && waited < 5000; waited += 20) await sleep(20)
}
