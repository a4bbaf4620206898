import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type Sqlite from 'better-sqlite3'
import { Kysely, type SqliteStatement } from 'kysely'
import { collectBatch } from '../collect-batch.ts'
import { createSemaphore } from '../semaphore.ts'
import { BUSY_BUDGET_MS, type Db, type Reader, type Trx } from './db.ts'
import type { Schema } from './schema.ts'
import { connect, connectReader, isBusy, placeOf, requireInPlace } from './sqlite-connect.ts'
import { acceptBooleans, PlannedOnceDialect } from './sqlite-dialect.ts'
import { openScanner } from './sqlite-scan.ts'
import { type OnStatement, statementLog } from './statements.ts'

const STATEMENTS_KEPT = 400
const JOBS_PER_COMMIT = 256
/** Concurrent snapshots: beside a long one, a short one can still run. */
const SNAPSHOTS = 2

interface SqliteOptions {
  onCommit?: ((writes: number, ms: number) => void) | undefined
  onStatement?: OnStatement | undefined
}

interface Job {
  work: (trx: Trx) => Promise<unknown>
  settle: (error: unknown, value?: unknown) => void
  /** The time by `performance.now()` at which it stops waiting for another process's transaction. */
  giveUpAt: number
}

/**
 * Opens the embedded database. Reads run on one connection, writes on another, snapshots on two more, all on the event
 * loop; `docs/decisions/0002-embedded-writes.md` explains why and at what cost.
 */
export function openSqlite(file: string, { onCommit, onStatement }: SqliteOptions = {}): Db {
  const place = placeOf(file)
  const reader = connectReader(place)
  const writer = connect(place)
  // `begin` waits instead, and lets requests run meanwhile.
  writer.pragma('busy_timeout = 0')
  // SQLite overwrites deleted and replaced data.
  writer.pragma('secure_delete = ON')
  const read = kysely(reader, onStatement) as Reader
  const trx = kysely(writer, onStatement) as Trx
  const scanner = openScanner(place, onStatement)
  const queue: Job[] = []
  let flushing = false
  let closed = false
  /** Idle connections for snapshots. */
  const idle: { connection: Sqlite.Database; read: Reader }[] = []
  const snapshotSlots = createSemaphore({ concurrency: SNAPSHOTS })
  let snapshots = 0

  // Every commit by another connection, in this process or not, changes data_version. Reading it takes two
  // microseconds.
  const dataVersion = reader.prepare('PRAGMA data_version').pluck()
  let knownVersion: unknown
  let revisions = new Map<string, number>()
  let listRevisions: Sqlite.Statement | undefined
  let isFresh = false

  /** Checks once a turn of the event loop: requests that arrive together see one moment. */
  function refreshRevisions() {
    const version = dataVersion.get()
    if (version !== knownVersion) {
      listRevisions ??= reader.prepare('SELECT topic, revision FROM revisions').raw()
      revisions = new Map(listRevisions.all() as [string, number][])
      knownVersion = version
    }
    isFresh = true
    setImmediate(expireRevisions)
  }

  function expireRevisions() {
    isFresh = false
  }

  async function flush() {
    try {
      while (queue.length > 0) {
        await commitBatch(queue.splice(0, JOBS_PER_COMMIT))
        // A job with many writes must not starve requests.
        if (queue.length > 0) await nextTurn()
      }
    } finally {
      flushing = false
    }
  }

  async function commitBatch(jobs: Job[]) {
    try {
      requireInPlace(place)
      await begin(jobs[0]!.giveUpAt)
    } catch (error) {
      // Later jobs still have time.
      const late = jobs.filter(({ giveUpAt }) => !isBusy(error) || giveUpAt <= performance.now())
      queue.unshift(...jobs.filter((job) => !late.includes(job)))
      for (const job of late) job.settle(error)
      return
    }
    const done: { job: Job; value: unknown }[] = []
    let lost: unknown
    for (const job of jobs) {
      if (lost) {
        job.settle(lost)
        continue
      }
      try {
        writer.exec('SAVEPOINT job')
        const value = await job.work(trx)
        writer.exec('RELEASE job')
        done.push({ job, value })
      } catch (error) {
        if (!rollBackJob()) lost = error
        job.settle(error)
      }
    }
    try {
      if (lost) throw lost
      const began = performance.now()
      writer.exec('COMMIT')
      committed(done.length, performance.now() - began)
      isFresh = false
    } catch (error) {
      rollBack()
      for (const { job } of done) job.settle(error)
      return
    }
    for (const { job, value } of done) job.settle(undefined, value)
  }

  function committed(writes: number, ms: number) {
    onCommit?.(writes, ms)
    onStatement?.({ sql: 'commit', ms })
  }

  /** Rolls back one job's work. On a full disk SQLite rolls back all of it: then every job has failed. */
  function rollBackJob(): boolean {
    if (!writer.inTransaction) return false
    try {
      writer.exec('ROLLBACK TO job; RELEASE job')
      return true
    } catch {
      return false
    }
  }

  /** Rolls everything back. If that fails too, the first error is reported. */
  function rollBack() {
    try {
      if (writer.inTransaction) writer.exec('ROLLBACK')
    } catch {}
  }

  // Another process may hold the write lock for a complete import. SQLite's own busy handler would block the event loop
  // meanwhile.
  async function begin(giveUpAt = performance.now() + BUSY_BUDGET_MS) {
    for (let wait = 1; ; wait = Math.min(wait * 2, 50)) {
      try {
        writer.exec('BEGIN IMMEDIATE')
        return
      } catch (error) {
        if (!isBusy(error) || performance.now() >= giveUpAt) throw error
        await sleep(wait)
      }
    }
  }

  function openSnapshots() {
    const connection = connect(place)
    return { connection, read: kysely(connection, onStatement) as Reader }
  }

  async function takeSnapshot<T>(work: (reader: Reader) => Promise<T>): Promise<T> {
    // Closing doesn't wait for snapshots that haven't started.
    if (closed) throw closedError()
    const own = idle.pop() ?? openSnapshots()
    try {
      own.connection.exec('BEGIN')
      const value = await work(own.read)
      own.connection.exec('COMMIT')
      // Shrinks its cache: a hundred thousand dealers pass through it only once.
      own.connection.pragma('shrink_memory')
      idle.push(own)
      return value
    } catch (error) {
      own.connection.close()
      throw error
    }
  }

  return {
    dialect: 'sqlite',
    read,
    scan: scanner.read,
    write<T>(work: (trx: Trx) => Promise<T>): Promise<T> {
      if (closed) return Promise.reject(closedError())
      return new Promise<T>((resolve, reject) => {
        const settle: Job['settle'] = (error, value) => (error ? reject(error) : resolve(value as T))
        queue.push({ work, settle, giveUpAt: performance.now() + BUSY_BUDGET_MS })
        if (flushing) return
        flushing = true
        // Requests that arrive together share this commit.
        collectBatch(() => queue.length, JOBS_PER_COMMIT, flush)
      })
    },
    async snapshot(work) {
      snapshots++
      return snapshotSlots(() => takeSnapshot(work)).finally(() => snapshots--)
    },
    async exclusive(work) {
      requireInPlace(place)
      await begin()
      try {
        const value = await work({ query: async (sql) => writer.exec(sql) }, trx)
        writer.exec('COMMIT')
        return value
      } catch (error) {
        rollBack()
        throw error
      }
    },
    revision(topic) {
      if (!isFresh) refreshRevisions()
      return revisions.get(topic) ?? 0
    },
    async publish() {},
    async notify() {},
    onNotify() {},
    async lock() {},
    // AUTOINCREMENT continues from the highest id so far.
    async reserveIds() {},
    async purge() {
      const giveUpAt = performance.now() + BUSY_BUDGET_MS
      for (;;) {
        // Until then, the log has the overwritten data.
        if (!flushing && isEmptied(writer.pragma('wal_checkpoint(TRUNCATE)'))) return true
        if (performance.now() > giveUpAt) return false
        await sleep(20)
      }
    },
    async ping() {
      requireInPlace(place)
      reader.prepare('SELECT 1').get()
    },
    async close() {
      closed = true
      while (flushing || snapshots > 0) await sleep(1)
      await scanner.close()
      for (const { connection } of idle) connection.close()
      reader.close()
      writer.close()
    },
  }
}

function closedError(): Error {
  return new Error('The database is closed.')
}

function kysely(connection: Sqlite.Database, onStatement: OnStatement | undefined): Kysely<Schema> {
  const statements = new Map<string, SqliteStatement>()
  return new Kysely<Schema>({
    ...statementLog(onStatement),
    dialect: new PlannedOnceDialect({
      database: {
        close: () => connection.close(),
        prepare(sql) {
          let statement = statements.get(sql)
          if (!statement) {
            statement = acceptBooleans(connection.prepare(sql))
            if (statements.size >= STATEMENTS_KEPT) statements.delete(statements.keys().next().value!)
            statements.set(sql, statement)
          }
          return statement
        },
      },
    }),
  })
}

/** Returns whether a checkpoint emptied the log. */
function isEmptied(answer: unknown): boolean {
  return (answer as [{ busy: number }])[0].busy === 0
}
