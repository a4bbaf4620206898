import type { Db, Reader, Trx } from './db.ts'

/**
 * Counts a topic's revision up, in the transaction that changes what processes cache under it. Each process notices:
 * this one and others on one machine immediately, the rest when the notification arrives.
 */
export async function invalidate(db: Db, trx: Trx, topic: string): Promise<void> {
  const { revision } = await trx
    .insertInto('revisions')
    .values({ topic, revision: 1 })
    .onConflict((conflict) =>
      conflict.column('topic').doUpdateSet((eb) => ({ revision: eb('revisions.revision', '+', 1) })),
    )
    .returning('revision')
    .executeTakeFirstOrThrow()
  await db.publish(trx, topic, revision)
}

/** The revision of a topic in the database itself. */
export async function revisionOf(reader: Reader, topic: string): Promise<number> {
  const row = await reader
    .selectFrom('revisions')
    .select('revision')
    .where('topic', '=', topic)
    .executeTakeFirst()
  return row?.revision ?? 0
}

/** Something loaded from the database and kept up to date in memory. */
export interface Cached<T> {
  /**
   * The present content. Embedded, and for changes of this process, never older than the last commit; for changes of
   * another process in PostgreSQL, as soon as its notification arrives. A promise only when it must be loaded: don't
   * call it inside a transaction, which might wait for a connection that it holds itself.
   */
  getFresh(): T | Promise<T>
  /** The content in memory; starts loading in the background when it is outdated. A promise before the first load. */
  getStale(): T | Promise<T>
}

interface Load<T> {
  /** The last revision that was asked for before it began: its snapshot is of this one, or newer. */
  revision: number
  begun: boolean
  done: Promise<T>
}

/**
 * Caches what `load` reads, and reads it again when its topic's revision changes. One load runs and one waits at most:
 * the waiting one serves all changes that come meanwhile.
 */
export function cached<T>(db: Db, topic: string, load: (reader: Reader) => Promise<T>): Cached<T> {
  let value: { revision: number; content: T } | undefined
  let last: Load<T> | undefined

  function reload(revision: number): Promise<T> {
    if (last?.begun === false) last.revision = revision
    // By equality, not by order: a restored database counts from lower numbers again.
    if (last?.revision === revision) return last.done
    const before = last?.done
    const own: Load<T> = { revision, begun: false, done: Promise.resolve().then(run) }
    last = own
    return own.done

    async function run() {
      try {
        await before?.catch(() => undefined)
        const content = await db.snapshot((reader) => {
          own.begun = true
          return load(reader)
        })
        value = { revision: own.revision, content }
        return content
      } finally {
        if (last === own) last = undefined
      }
    }
  }

  function settle(revision: number): T | Promise<T> {
    return value && value.revision === revision ? value.content : reload(revision)
  }

  function getFresh() {
    const revision = db.revision(topic)
    return typeof revision === 'number' ? settle(revision) : revision.then(settle)
  }

  return {
    getFresh,
    getStale() {
      const fresh = getFresh()
      if (!(fresh instanceof Promise) || !value) return fresh
      // The next call tries again; `getFresh` reports the error.
      fresh.catch(() => undefined)
      return value.content
    },
  }
}

/** The value, if it is there without waiting. An error is left to the callers that wait. */
export function peek<T>(value: T | Promise<T>): T | undefined {
  if (!(value instanceof Promise)) return value
  value.catch(() => undefined)
  return undefined
}

/** Starts loading what has changed, for the next `getStale`. An error shows when it is read. */
export function prefetch(cache: Cached<unknown>): void {
  peek(cache.getStale())
}
