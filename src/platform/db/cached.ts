import type { Db, Reader, Trx } from './db.ts'

/**
 * Increments a topic's revision, in the transaction that changes data that processes cache under it. This process and
 * others on the same machine notice immediately, the rest when the notification arrives.
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

/** Returns a topic's revision from the database itself. */
export async function revisionOf(reader: Reader, topic: string): Promise<number> {
  const row = await reader
    .selectFrom('revisions')
    .select('revision')
    .where('topic', '=', topic)
    .executeTakeFirst()
  return row?.revision ?? 0
}

/** Data loaded from the database and kept up to date in memory. */
export interface Cached<T> {
  /**
   * Returns the current content. It is never older than the last commit, except for changes by another process on
   * PostgreSQL, which show when their notification arrives. Returns a promise only when it must load: don't call it
   * inside a transaction, which might wait for a connection that it holds itself.
   */
  getFresh(): T | Promise<T>
  /**
   * Returns the content in memory and, if it is outdated, starts loading in the background. A promise before the first
   * load.
   */
  getStale(): T | Promise<T>
}

interface Load<T> {
  /** The last revision that was requested before it began: its snapshot has this revision or a newer one. */
  revision: number
  begun: boolean
  done: Promise<T>
}

/**
 * Caches the result of `load`, and loads again when its topic's revision changes. At most one load runs and one waits;
 * the waiting one serves all changes that come meanwhile.
 */
export function cached<T>(db: Db, topic: string, load: (reader: Reader) => Promise<T>): Cached<T> {
  let value: { revision: number; content: T } | undefined
  let last: Load<T> | undefined

  function reload(revision: number): Promise<T> {
    if (last?.begun === false) last.revision = revision
    // By equality, not by order: in a restored database revisions start from lower numbers.
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
      // The next call tries again, and `getFresh` reports the error.
      fresh.catch(() => undefined)
      return value.content
    },
  }
}

/** Returns the value if it is available without waiting. Callers that wait get the errors. */
export function peek<T>(value: T | Promise<T>): T | undefined {
  if (!(value instanceof Promise)) return value
  value.catch(() => undefined)
  return undefined
}

/** Starts loading outdated content for the next `getStale`. Errors show when the content is read. */
export function prefetch(cache: Cached<unknown>): void {
  peek(cache.getStale())
}
