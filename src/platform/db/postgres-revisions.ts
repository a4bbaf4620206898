import { sql } from 'kysely'
import pg from 'pg'
import type { Reader } from './db.ts'
import type { CurrentHost } from './postgres-hosts.ts'
import { connectionConfig } from './postgres-pool.ts'
import { ReadOnlyDatabase } from './unavailable.ts'

/** Marks a notification without a revision: an event that nobody counts. */
export const NOTHING_COUNTED = 0

const POLL_MS = 1_000
const TRUSTED_MS = 3 * POLL_MS
const QUERY_MS = 3_000

/** Each epoch adds this to a revision in memory. No topic's own revision ever gets so high. */
const EPOCH = 2 ** 32

/** Identifies the server and its role. A restarted server counts as another one. */
const IDENTITY = sql<string>`concat(extract(epoch from pg_postmaster_start_time()), pg_is_in_recovery())`

interface FollowOptions {
  /** Reads on the pool's connections. */
  read: Reader
  /** The connection for notifications. */
  host: CurrentHost
  /** Whether the server must not be a standby. */
  writable: boolean
  onError: (error: unknown) => void
  /** Called when the pool's connections may lead to a server that is no longer in use. */
  onMoved: () => void
}

/**
 * Knows every topic's revision without a query: notifications report each change, and a poll backs them up. If neither
 * has worked lately, each call queries the database, so that nothing stale is returned.
 *
 * A revision is the database's number plus an epoch. An asynchronous failover may lose the newest commits, and then new
 * commits get the same numbers. So the epoch is raised whenever the notification connection is re-established or
 * another server answers, and all cached data is loaded again.
 */
export function followRevisions({ read, host, writable, onError, onMoved }: FollowOptions) {
  let revisions = new Map<string, number>()
  let epoch = 0
  let identity: string | undefined
  let listener: pg.Client | undefined
  let polledAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined
  let listened = false
  let closed = false
  const listeners = new Map<string, () => void>()

  /** Discards all known revisions. */
  function raiseEpoch() {
    epoch++
    onMoved()
    revisions = new Map()
    polledAt = Number.NEGATIVE_INFINITY
  }

  async function ask(): Promise<void> {
    const began = performance.now()
    const startEpoch = epoch
    const { rows } = await sql<{ server: string; topic: string | null; revision: number }>`
      select server, topic, revision from (select ${IDENTITY} as server) as own left join revisions on true`.execute(
      read,
    )
    // It may come from the previous server.
    if (epoch !== startEpoch) return ask()
    const { server } = rows[0]!
    if (identity !== undefined && server !== identity) {
      raiseEpoch()
      drop(listener)
    }
    identity = server
    // A notification may have overtaken an older answer.
    for (const { topic, revision } of rows) if (topic !== null) learn(topic, revision, epoch)
    polledAt = began
  }

  function learn(topic: string, revision: number, learnedIn: number) {
    if (learnedIn !== epoch) polledAt = Number.NEGATIVE_INFINITY
    else if (revision > (revisions.get(topic) ?? 0)) revisions.set(topic, revision)
  }

  function drop(client: pg.Client | undefined) {
    if (!client) return
    if (listener === client) listener = undefined
    client.end().catch(onError)
  }

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({
      ...connectionConfig(),
      connectionString: host.url,
      query_timeout: QUERY_MS,
    })
    client.on('error', (error) => {
      if (listener === client) listener = undefined
      onError(error)
    })
    client.on('end', () => {
      if (listener === client) listener = undefined
    })
    client.on('notification', ({ payload }) => {
      if (listener !== client) return
      const [topic, revision] = (payload ?? '').split(' ')
      if (!topic) return
      if (Number(revision) === NOTHING_COUNTED) listeners.get(topic)?.()
      else learn(topic, Number(revision), epoch)
    })
    try {
      await client.connect()
      const { rows } = await client.query('select pg_is_in_recovery() as standby')
      if (writable && rows[0]?.standby) throw new ReadOnlyDatabase()
      await client.query('LISTEN transom')
      return client
    } catch (error) {
      client.end().catch(onError)
      throw error
    }
  }

  async function listen() {
    const client = await host.try(connect)
    // Commits during the gap were reported to nobody, and known ones may have been lost.
    if (listened) raiseEpoch()
    listened = true
    polledAt = Number.NEGATIVE_INFINITY
    if (closed) return drop(client)
    listener = client
    for (const notify of listeners.values()) notify()
  }

  async function tick() {
    try {
      if (!listener) await listen()
      await ask()
    } catch (error) {
      if (!closed) onError(error)
    }
    if (!closed) timer = setTimeout(tick, POLL_MS).unref()
  }

  return {
    /** The epoch for data that is read now. */
    get epoch() {
      return epoch
    },
    /** Stores a topic's revision, unless it was read in an earlier epoch. */
    learn,
    onNotify(topic: string, notify: () => void) {
      listeners.set(topic, notify)
      timer ??= setTimeout(tick, 0).unref()
    },
    get(topic: string): number | Promise<number> {
      timer ??= setTimeout(tick, 0).unref()
      const known = () => epoch * EPOCH + (revisions.get(topic) ?? 0)
      if (listener && performance.now() - polledAt < TRUSTED_MS) return known()
      return ask().then(known)
    },
    async close() {
      closed = true
      clearTimeout(timer)
      await listener?.end()
    },
  }
}

/**
 * Returns the statement that notifies every process. It is part of the transaction, so PostgreSQL sends it only on
 * commit.
 */
export function publish(topic: string, revision: number) {
  return sql`select pg_notify('transom', ${`${topic} ${revision}`})`
}
