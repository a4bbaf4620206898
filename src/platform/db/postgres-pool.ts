import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { AppError } from '../errors.ts'
import { createSemaphore, type Semaphore } from '../semaphore.ts'
import { CurrentHost, readHosts } from './postgres-hosts.ts'
import { isConnectionLoss, isReadOnly, isStalePlan, ReadOnlyDatabase, TooManyReads } from './unavailable.ts'

/**
 * Milliseconds that a caller waits for a connection. Together with its first statement it waits at most BUSY_BUDGET_MS.
 */
const CONNECT_MS = 3_000
/** Milliseconds that the first statement has at least, even after a slow connection. */
const LEAST_QUERY_MS = 1_000
const PROBE_MS = 1_000
const STATEMENTS_PREPARED = 400

/** The number of statement names so far: a name is never used twice. */
let named = 0

export interface PoolOptions {
  /** The most connections of this process. */
  poolSize: number
  /** Milliseconds that a statement may take before the caller gets an error; 0 means no limit. */
  statementTimeoutMs: number
  /**
   * A URL for notifications that bypasses a pooler. If it is set, DATABASE_URL may share server connections between
   * transactions, so the pool's connections have no settings, prepared statements or listeners.
   */
  listenUrl?: string | undefined
  onError: (error: unknown) => void
}

/** Settings of every connection of this program. */
export function connectionConfig(): pg.ClientConfig {
  return {
    application_name: 'transom',
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    types: { getTypeParser: typeParser as typeof pg.types.getTypeParser },
  }
}

/** This process's connections to PostgreSQL. */
export interface ConnectionPool {
  /** For Kysely. */
  readonly all: PostgresPool
  /** The same connections, of which it may use only half at the same time. */
  readonly half: PostgresPool
  readonly host: CurrentHost
  /** The number of times that all connections were discarded. */
  readonly generation: number
  /** Discards all present connections: each is closed when it is next free, and new ones are opened. */
  renew(): void
  counts(): { in_use: number; idle: number; waiting: number }
}

export function openPool(url: string, options: PoolOptions): ConnectionPool {
  const { urls, writable } = readHosts(url)
  const host = new CurrentHost(urls)
  const shared = options.listenUrl !== undefined
  const perHostMs = Math.max(500, CONNECT_MS / urls.length)
  /** The generation in which each connection was opened. */
  const opened = new WeakMap<pg.PoolClient, number>()
  let generation = 0
  let probed: Promise<void> | undefined

  class HostClient extends pg.Client {
    constructor(config: pg.ClientConfig) {
      super({ ...config, connectionString: host.url, connectionTimeoutMillis: perHostMs })
    }
  }

  const pool = new pg.Pool({
    ...connectionConfig(),
    Client: HostClient as typeof pg.Client & (new () => pg.ClientBase),
    ...(options.statementTimeoutMs > 0 ? { query_timeout: options.statementTimeoutMs } : {}),
    pipeline: true,
    max: options.poolSize,
    onConnect: (client) => prepare(client as pg.Client),
  })
  // Without listeners, losing an idle or active connection would end the process.
  pool.on('error', options.onError)
  pool.on('connect', (client) => client.on('error', () => undefined))

  /** Sets up a new connection. Poolers refuse settings as start-up parameters, so they are sent once it is open. */
  async function prepare(client: pg.Client): Promise<void> {
    opened.set(client as unknown as pg.PoolClient, generation)
    const settings = shared ? [] : sessionSettings(options.statementTimeoutMs)
    const { rows } = await client.query({
      text: `select pg_is_in_recovery() as standby, pg_backend_pid() as pid${settings
        .map((_, index) => `, set_config($${2 * index + 1}, $${2 * index + 2}, false)`)
        .join('')}`,
      values: settings.flat(),
      query_timeout: CONNECT_MS,
    } as pg.QueryConfig)
    const [{ standby, pid }] = rows as [{ standby: boolean; pid: number }]
    if (standby && writable) throw new ReadOnlyDatabase()
    // A pooler invents process numbers.
    if (shared || pid === (client as unknown as { processID: number }).processID) return
    probed ??= requireOwnSession(client, pid, () => new HostClient(connectionConfig()))
    await probed.catch((error) => {
      probed = undefined
      throw error
    })
  }

  async function checkOut(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await host.try(() => pool.connect())
      if (opened.get(client) === generation) return client
      client.release(true)
    }
  }

  function renew(): void {
    generation++
  }

  function facade(prepared: Map<string, string> | undefined, slots?: Semaphore): PostgresPool {
    return {
      options: pool.options,
      end: () => pool.end(),
      async connect() {
        const began = performance.now()
        const { client, done } = await inTime(slots ? takeSlot(slots, checkOut) : takeDirectly(checkOut))
        const limit = options.statementTimeoutMs
        const left = limit > 0 ? Math.max(LEAST_QUERY_MS, limit - (performance.now() - began)) : undefined
        return new Checkout(client, {
          prepared,
          firstQueryMs: left,
          renew,
          done,
        }) as unknown as PostgresPoolClient
      },
    }
  }

  return {
    all: facade(shared ? undefined : new Map()),
    // Not prepared: a plan for any values may read a million rows where one for these values reads none.
    half: facade(
      undefined,
      createSemaphore({
        concurrency: Math.ceil(options.poolSize / 2),
        limit: { ms: CONNECT_MS, refusal: () => new TooManyReads() },
      }),
    ),
    host,
    get generation() {
      return generation
    },
    renew,
    counts: () => ({
      in_use: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
  }
}

/** Makes statements outside our transactions read-only. */
function sessionSettings(statementTimeoutMs: number): [name: string, value: string][] {
  const settings: [string, string][] = [['default_transaction_read_only', 'on']]
  if (statementTimeoutMs > 0) {
    settings.push(['statement_timeout', `${statementTimeoutMs}`])
    settings.push(['idle_in_transaction_session_timeout', `${6 * statementTimeoutMs}`])
  }
  return settings
}

interface Taken {
  client: pg.PoolClient
  /** Frees the slot for the next caller. */
  done: () => void
}

async function takeDirectly(take: () => Promise<pg.PoolClient>): Promise<Taken> {
  return { client: await take(), done: () => undefined }
}

/** Waits for a slot and keeps it until `done` is called. */
function takeSlot(slots: Semaphore, take: () => Promise<pg.PoolClient>): Promise<Taken> {
  return new Promise((resolve, reject) => {
    const hold = async () => {
      const client = await take()
      await new Promise<void>((done) => resolve({ client, done }))
    }
    slots(hold).catch(reject)
  })
}

/** Fails after CONNECT_MS. A connection that arrives later goes back to the pool. */
async function inTime(taking: Promise<Taken>): Promise<Taken> {
  const over = Promise.withResolvers<never>()
  let late = false
  const timer = setTimeout(() => {
    late = true
    over.reject(new Error('timeout exceeded when trying to connect'))
  }, CONNECT_MS)
  taking.then(
    ({ client, done }) => {
      clearTimeout(timer)
      if (!late) return
      client.release()
      done()
    },
    () => clearTimeout(timer),
  )
  return Promise.race([taking, over.promise])
}

/**
 * Checks that no pooler shares one server connection between several clients: settings, prepared statements and
 * notifications of one would reach another.
 * @throws {AppError} if one does
 */
async function requireOwnSession(client: pg.Client, pid: number, another: () => pg.Client): Promise<void> {
  const other = another()
  other.on('error', () => undefined)
  const askPid = async (connection: pg.Client) => {
    const text = 'select pg_backend_pid() as pid'
    const { rows } = await connection.query({ text, query_timeout: PROBE_MS } as pg.QueryConfig)
    return rows[0].pid as number
  }
  let shares = false
  try {
    await other.connect()
    await other.query('begin')
    shares = (await askPid(other)) === pid || (await askPid(client)) !== pid
    await other.query('rollback')
  } catch {
    // A pooler without a connection for the second client does not share the first one's.
  } finally {
    other.end().catch(() => undefined)
  }
  if (shares) {
    throw new AppError(
      'UNAVAILABLE',
      'DATABASE_URL leads to a pooler in transaction mode: set DATABASE_LISTEN_URL to an address that leads to PostgreSQL itself, or set pool_mode = session.',
    )
  }
}

interface CheckoutOptions {
  /** The names of statements prepared on every connection; undefined if statements must not be prepared. */
  prepared: Map<string, string> | undefined
  /** Milliseconds that the first statement may take, after the wait for its connection. */
  firstQueryMs: number | undefined
  /** Called when the server turns out to refuse writes. */
  renew: () => void
  done: () => void
}

/**
 * A connection in use. It names its statements, so that PostgreSQL parses and plans each once a connection, and does
 * not return to the pool when its state is unknown.
 */
class Checkout {
  readonly #client: pg.PoolClient
  readonly #options: CheckoutOptions
  #firstQueryMs: number | undefined
  #broken = false
  #released = false

  constructor(client: pg.PoolClient, options: CheckoutOptions) {
    this.#client = client
    this.#options = options
    this.#firstQueryMs = options.firstQueryMs
  }

  async query(text: string, values: readonly unknown[]): Promise<pg.QueryResult> {
    // Another caller may use the connection by now.
    if (this.#released) throw new Error('The transaction is over.')
    if (text === 'rollback') return this.#rollBack()
    try {
      return await this.#send(text, values)
    } catch (error) {
      this.#broken ||= isConnectionLoss(error) || isReadOnly(error)
      if (isReadOnly(error)) this.#options.renew()
      throw error
    }
  }

  release(destroy?: boolean): void {
    this.#released = true
    this.#client.release(destroy || this.#broken)
    this.#options.done()
  }

  /** Never fails, because the caller needs the original error. A silent server would make it wait as long again. */
  async #rollBack(): Promise<pg.QueryResult> {
    try {
      if (!this.#broken) return await this.#client.query('rollback')
    } catch {
      this.#broken = true
    }
    return { rows: [], command: 'ROLLBACK' } as unknown as pg.QueryResult
  }

  async #send(text: string, values: readonly unknown[]): Promise<pg.QueryResult> {
    const limit = this.#firstQueryMs === undefined ? {} : { query_timeout: this.#firstQueryMs }
    this.#firstQueryMs = undefined
    if (values.length === 0) return this.#client.query({ text, ...limit } as pg.QueryConfig)
    const name = this.#nameOf(text)
    const send = (name: string | undefined) =>
      this.#client.query({ name, text, values: [...values], ...limit } as pg.QueryConfig)
    try {
      return await send(name)
    } catch (error) {
      // A newer version's migration has added a column to a table: every connection must prepare the statement again.
      if (!isStalePlan(error)) throw error
      const { prepared } = this.#options
      if (prepared?.get(text) === name) prepared?.delete(text)
      // In a transaction, which is lost, the first error shows that it may be run again.
      return send(this.#nameOf(text)).catch(() => {
        throw error
      })
    }
  }

  #nameOf(text: string): string | undefined {
    const { prepared } = this.#options
    if (!prepared) return undefined
    const name = prepared.get(text) ?? (prepared.size < STATEMENTS_PREPARED ? `s${++named}` : undefined)
    if (name) prepared.set(text, name)
    return name
  }
}

/** Parses 64-bit integers as numbers (all of ours are below 2^53) and leaves dates as text. */
function typeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === pg.types.builtins.INT8) return Number
  if (oid === pg.types.builtins.DATE) return (text: string) => text
  return pg.types.getTypeParser(oid, format as 'text')
}
