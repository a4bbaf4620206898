import { execFileSync } from 'node:child_process'
import { appendFileSync, chownSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../../support/ports.ts'
import { copyPostgresBinaries, unprivilegedIdentity } from '../../support/postgres-binaries.ts'
import {
  type Installation,
  initialiseCluster,
  type PostgresProcess,
  startPostgresProcess,
} from '../../support/postgres-process.ts'
import { startProxy, type TcpProxy } from '../../support/proxy.ts'
import { killTree } from '../processes.ts'

export type Mode = 'sync' | 'async'

/** PostgreSQL's programs and an empty database cluster, of which each run gets a copy. */
export interface Template {
  folder: string
  installation: Installation
  data: string
  password: string
}

export function makeTemplate(folder: string): Template {
  const identity = unprivilegedIdentity()
  if (identity) chownSync(folder, identity.uid, identity.gid)
  const installation = { folder: join(folder, 'postgres'), identity }
  copyPostgresBinaries(installation.folder, identity)
  const data = join(folder, 'template')
  return { folder, installation, data, password: initialiseCluster(installation, data) }
}

/** A primary and a standby that follows it. */
export class Cluster implements AsyncDisposable {
  readonly #template: Template
  readonly #name: string
  readonly #processes: PostgresProcess[] = []
  #replication!: TcpProxy
  #primaryUrl!: string
  #standbyUrl!: string

  private constructor(template: Template, name: string) {
    this.#template = template
    this.#name = name
  }

  /** Starts both; resolves when the standby receives every commit, and in mode `sync` confirms it. */
  static async start(template: Template, name: string, mode: Mode): Promise<Cluster> {
    const cluster = new Cluster(template, name)
    try {
      await cluster.#startPrimary()
      await cluster.#startStandby()
      if (mode === 'sync') await cluster.#waitForStandbyAtCommit()
      return cluster
    } catch (error) {
      await cluster[Symbol.asyncDispose]()
      throw error
    }
  }

  /** Where Transom's database is, on each of the two. */
  get urls(): { primary: string; standby: string } {
    return { primary: this.#primaryUrl, standby: this.#standbyUrl }
  }

  /** Resolves when the standby has everything that has been committed so far. */
  async caughtUp(): Promise<void> {
    const [primary] = await query(this.#primaryUrl, 'SELECT pg_current_wal_flush_lsn() AS lsn')
    const reached = `SELECT pg_last_wal_replay_lsn() >= '${primary!.lsn}'::pg_lsn AS reached`
    await until(async () => (await query(this.#standbyUrl, reached))[0]!.reached === true)
  }

  /** The standby receives nothing from now on, and nobody notices: later commits are lost with the primary. */
  holdReplication(): void {
    this.#replication.freeze()
  }

  killPrimary(): void {
    killTree(this.#processes[0]!.child.pid!)
  }

  /** Resolves when the standby accepts writes. */
  async promote(): Promise<void> {
    await query(this.#standbyUrl, 'SELECT pg_promote(true, 60)')
    await until(
      async () => (await query(this.#standbyUrl, 'SELECT pg_is_in_recovery() AS reads'))[0]!.reads === false,
    )
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const server of this.#processes.toReversed()) await server.end('SIGQUIT')
    await this.#replication?.[Symbol.asyncDispose]()
    for (const role of ['primary', 'standby']) rmSync(this.#dataOf(role), { recursive: true, force: true })
  }

  async #startPrimary(): Promise<void> {
    execFileSync('cp', ['-a', this.#template.data, this.#dataOf('primary')])
    const admin = await this.#startServer('primary')
    const { password } = this.#template
    await query(admin, `CREATE ROLE transom LOGIN PASSWORD '${password}'`)
    await query(admin, 'CREATE DATABASE transom OWNER transom')
    this.#primaryUrl = inDatabase(admin)
  }

  /** A base backup by SQL and `cp`: the package brings no pg_basebackup. */
  async #startStandby(): Promise<void> {
    const data = this.#dataOf('standby')
    const { password } = this.#template
    const client = await connect(this.#primaryUrl)
    try {
      await client.query("SELECT pg_backup_start('standby', fast => true)")
      execFileSync('cp', ['-a', this.#dataOf('primary'), data])
      const { rows } = await client.query('SELECT labelfile FROM pg_backup_stop(wait_for_archive => false)')
      writeFileSync(join(data, 'backup_label'), rows[0].labelfile)
    } finally {
      await client.end()
    }
    rmSync(join(data, 'postmaster.pid'))
    this.#replication = await startProxy(this.#primaryUrl)
    const { port } = new URL(this.#replication.through(this.#primaryUrl))
    const source = `host=127.0.0.1 port=${port} user=postgres password=${password} application_name=standby`
    appendFileSync(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`)
    writeFileSync(join(data, 'standby.signal'), '')
    const { identity } = this.#template.installation
    for (const file of ['backup_label', 'standby.signal'])
      if (identity) chownSync(join(data, file), identity.uid, identity.gid)
    this.#standbyUrl = inDatabase(await this.#startServer('standby'))
    await this.#untilReplication("state = 'streaming'")
  }

  async #waitForStandbyAtCommit(): Promise<void> {
    await query(this.#primaryUrl, "ALTER SYSTEM SET synchronous_commit = 'remote_apply'")
    await query(this.#primaryUrl, "ALTER SYSTEM SET synchronous_standby_names = 'standby'")
    await query(this.#primaryUrl, 'SELECT pg_reload_conf()')
    await this.#untilReplication("sync_state = 'sync'")
  }

  async #startServer(role: string): Promise<string> {
    const { installation, password } = this.#template
    const port = await freePort()
    const log = join(this.#template.folder, `${this.#name}-${role}.log`)
    const started = (server: PostgresProcess) => this.#processes.push(server)
    await startPostgresProcess(installation, { data: this.#dataOf(role), port, log, started })
    return `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  }

  #dataOf(role: string): string {
    return join(this.#template.folder, `${this.#name}-${role}`)
  }

  #untilReplication(condition: string): Promise<void> {
    const sql = `SELECT 1 FROM pg_stat_replication WHERE ${condition}`
    return until(async () => (await query(this.#primaryUrl, sql)).length > 0)
  }
}

/** Runs SQL on a connection of its own and returns the rows. */
export async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = await connect(url)
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  await client.connect()
  return client
}

function inDatabase(admin: string): string {
  const url = new URL(admin)
  url.pathname = 'transom'
  return url.href
}

async function until(reached: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 30_000
  while (!(await reached())) {
    if (Date.now() > deadline) throw new Error('PostgreSQL did not follow within 30 s.')
    await sleep(10)
  }
}
