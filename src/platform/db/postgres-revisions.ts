import { sql } from 'kysely'
import pg from 'pg'
import type { Reader } from './db.ts'

/** In place of a revision: something happened, which nobody counts. */
export const TOLD = 0

const POLL_MS = 1_000
const TRUSTED_MS = 3 * POLL_MS

/**
 * Knows every topic's revision without asking: told by NOTIFY when one changes, polling behind it. While
 * neither has been heard of lately, each question goes to the database, so that nothing stale is believed.
 */
export function followRevisions(
  connection: pg.ClientConfig,
  read: Reader,
  onError: (error: unknown) => void,
) {
  let revisions = new Map<string, number>()
  let listener: pg.Client | undefined
  let polledAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined
  let closed = false
  const listeners = new Map<string, () => void>()

  async function ask(): Promise<void> {
    const asked = performance.now()
    const rows = await read.selectFrom('revisions').select(['topic', 'revision']).execute()
    // An answer may be older than a notification that overtook it.
    for (const row of rows) learn(row.topic, row.revision)
    polledAt = asked
  }

  function learn(topic: string, revision: number) {
    if (revision > (revisions.get(topic) ?? 0)) revisions.set(topic, revision)
  }

  async function listen() {
    const client = new pg.Client(connection)
    client.on('error', (error) => {
      if (listener === client) listener = undefined
      onError(error)
    })
    client.on('end', () => {
      if (listener === client) listener = undefined
    })
    client.on('notification', ({ payload }) => {
      const [topic, revision] = (payload ?? '').split(' ')
      if (!topic) return
      if (Number(revision) === TOLD) listeners.get(topic)?.()
      else learn(topic, Number(revision))
    })
    try {
      await client.connect()
      await client.query('LISTEN transom')
    } catch (error) {
      client.end().catch(onError)
      throw error
    }
    // What was committed between an earlier look and this was told to nobody.
    polledAt = Number.NEGATIVE_INFINITY
    if (closed) await client.end()
    else listener = client
    // What was told while nobody listened is lost.
    for (const tell of listeners.values()) tell()
  }

  async function tick() {
    try {
      if (!listener) {
        // A restored or recreated database may count from lower numbers again.
        revisions = new Map()
        await listen()
      }
      await ask()
    } catch (error) {
      if (!closed) onError(error)
    }
    if (!closed) timer = setTimeout(tick, POLL_MS).unref()
  }

  return {
    learn,
    onTold(topic: string, tell: () => void) {
      listeners.set(topic, tell)
      timer ??= setTimeout(tick, 0).unref()
    },
    get(topic: string): number | Promise<number> {
      timer ??= setTimeout(tick, 0).unref()
      if (listener && performance.now() - polledAt < TRUSTED_MS) return revisions.get(topic) ?? 0
      return ask().then(() => revisions.get(topic) ?? 0)
    },
    async close() {
      closed = true
      clearTimeout(timer)
      await listener?.end()
    },
  }
}

/** The statement that tells other processes; part of the transaction, so told only if it commits. */
export function notify(topic: string, revision: number) {
  return sql`select pg_notify('transom', ${`${topic} ${revision}`})`
}
