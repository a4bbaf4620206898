import { spawn } from 'node:child_process'
import { readFileSync, readlinkSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { childrenOf, isRunning, signal } from './processes.ts'
import { NotRun } from './scenario.ts'

const BUDGET_MS = 30_000

/** The run's PostgreSQL as processes that can be stopped, frozen and started again. Linux only. */
export interface Postmaster {
  /** Stops all of its processes; connections stay open. */
  freeze(): void
  thaw(): void
  /** Ends it immediately, like a crash. */
  crash(): Promise<void>
  /** Starts it again; resolves when it takes connections. */
  start(): Promise<void>
}

/** Finds the server behind `adminUrl`. Throws `NotRun` if it is not a process of this machine. */
export async function findPostmaster(adminUrl: string): Promise<Postmaster> {
  const file = await query(adminUrl, "SELECT pg_read_file('postmaster.pid') AS text")
  const [first = '', data = '', , port] = String(file.text).split('\n')
  let pid = Number.parseInt(first, 10)
  const program = isRunning(pid) ? readlinkSync(`/proc/${pid}/exe`) : ''
  if (basename(program) !== 'postgres' || port !== new URL(adminUrl).port)
    throw new NotRun('the database server is not a process of this machine that can be stopped')
  const args = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(1, -1)
  const { uid, gid } = statSync(`/proc/${pid}`)
  const cwd = dirname(data)

  return {
    // The postmaster is stopped last and continued first: it must not miss the end of a child.
    freeze: () => signal([...childrenOf(pid), pid], 'SIGSTOP'),
    thaw: () => signal([pid, ...childrenOf(pid)], 'SIGCONT'),
    async crash() {
      signal([pid], 'SIGQUIT')
      await until(() => !isRunning(pid))
    },
    async start() {
      const started = spawn(program, args, { uid, gid, cwd, stdio: 'ignore' })
      // The run's supervisor knows only the first server.
      process.once('exit', () => started.kill('SIGQUIT'))
      pid = started.pid!
      await until(() => query(adminUrl, 'SELECT 1').then(Boolean, () => false))
    },
  }
}

async function query(url: string, sql: string): Promise<Record<string, unknown>> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 })
  // A server that crashes breaks its connections.
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows[0]
  } finally {
    await client.end().catch(() => {})
  }
}

async function until(reached: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + BUDGET_MS
  while (!(await reached())) {
    if (Date.now() > deadline) throw new Error(`PostgreSQL did not follow within ${BUDGET_MS} ms.`)
    await sleep(20)
  }
}
