import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './ports.ts'
import { unprivilegedIdentity } from './postgres-binaries.ts'

/** Where Debian's package `pgbouncer` has it. */
const PROGRAM = '/usr/sbin/pgbouncer'

/** Whether this machine can run PgBouncer. */
export const hasPgBouncer = existsSync(PROGRAM)

/** A PgBouncer in front of one database. `await using` ends it. */
export interface PgBouncer extends AsyncDisposable {
  /** Leads to the database through the pooler. */
  url: string
}

/**
 * Starts PgBouncer in front of the database at `url`, with the user and password in it. `settings` such as
 * `pool_mode: 'transaction'` go into an otherwise default configuration; its files are in `folder`.
 */
export async function startPgBouncer(
  url: string,
  folder: string,
  settings: Record<string, string> = {},
): Promise<PgBouncer> {
  const { hostname, port: target, username, password, pathname } = new URL(url)
  const database = pathname.slice(1)
  const port = await freePort()
  mkdirSync(folder)
  const users = join(folder, 'users')
  const log = join(folder, 'log')
  const ini = join(folder, 'pgbouncer.ini')
  writeFileSync(users, `"${username}" "${password}"\n`)
  const lines = Object.entries({
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'scram-sha-256',
    auth_file: users,
    logfile: log,
    ...settings,
  }).map(([name, value]) => `${name} = ${value}`)
  writeFileSync(
    ini,
    `[databases]\n${database} = host=${hostname} port=${target}\n[pgbouncer]\n${lines.join('\n')}\n`,
  )
  // It refuses to run as root.
  const identity = unprivilegedIdentity()
  if (identity) for (const path of [folder, users, ini]) chownSync(path, identity.uid, identity.gid)
  chmodSync(folder, 0o700)
  const child = spawn(PROGRAM, [ini], { ...identity, cwd: folder, stdio: 'ignore' })
  const exited = once(child, 'exit')
  while (!existsSync(log) || !readFileSync(log, 'utf8').includes('process up')) {
    if (child.exitCode !== null)
      throw new Error(`PgBouncer did not start: ${existsSync(log) ? readFileSync(log, 'utf8') : ''}`)
    await sleep(10)
  }
  const own = new URL(url)
  own.hostname = '127.0.0.1'
  own.port = String(port)
  return {
    url: own.href,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await exited
    },
  }
}
