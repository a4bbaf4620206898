import type { Db, Reader, Trx } from './db.ts'

/**
 * Counts a topic up, in the transaction that changes what processes hold under it. They see it from their
 * next look on: in this process and on one machine at once, elsewhere when the notification arrives.
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

/** How often a topic was counted up, by the database itself. */
export async function revisionOf(reader: Reader, topic: string): Promise<number> {
  const row = await reader
    .selectFrom('revisions')
    .select('revision')
    .where('topic', '=', topic)
    .executeTakeFirst()
  return row?.revision ?? 0
}

/** Something loaded from the database, held in memory and kept true. */
export interface Cached<T> {
  /**
   * As of now. Embedded, and for what this process changed itself, never older than the last commit; for what
   * another process changed in PostgreSQL, as soon as its notification is here. A promise only when it must be
   * loaded: so not inside a transaction, which might wait for a connection that it holds itself.
   */
  getFresh(): T | Promise<T>
  /** Whatever is in memory; starts loading in the background when that is no longer true. Promise before the first. */
  getStale(): T | Promise<T>
}

interface Load<T> {
  /** The last one asked for before it began: its snapshot is of this one, or newer. */
  revision: number
  begun: boolean
  done: Promise<T>
}

/**
 * Holds what `load` reads, and reads it again when its topic's revision moves on. Swapped whole. One load runs and one
 * waits at most: however many changes come meanwhile, that one serves them all.
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
      // The next look tries again; whoever needs certainty calls `getFresh`.
      fresh.catch(() => undefined)
      return value.content
    },
  }
}

/** What is there without waiting; undefined where it must be waited for. A fault shows to whoever waits. */
export function peek<T>(value: T | Promise<T>): T | undefined {
  if (!(value instanceof Promise)) return value
  value.catch(() => undefined)
  return undefined
}

/** Starts loading what has changed, for whoever reads `recent` next. A fault shows when it is read. */
export function prefetch(held: Cached<unknown>): void {
  peek(held.getStale())
}
