import { Worker } from 'node:worker_threads'
import { type DatabaseConnection, type Driver, DummyDriver, Kysely, type QueryResult } from 'kysely'
import { createSemaphore } from '../semaphore.ts'
import { BUSY_BUDGET_MS, type Reader } from './db.ts'
import type { Schema } from './schema.ts'
import type { Place } from './sqlite-connect.ts'
import { PlannedOnceDialect, toBound } from './sqlite-dialect.ts'
import type { ScanAnswer, ScanQuestion } from './sqlite-scan-worker.ts'
import { type OnStatement, statementLog } from './statements.ts'
import { TooManyReads } from './unavailable.ts'

/** The thread keeps little data. */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 128 }

/**
 * Runs reads that may scan a complete table of an embedded database. They run one at a time in a thread with its
 * own connection, so nothing else waits for them. A read that hasn't started after some seconds fails as unavailable.
 * The first read starts the thread.
 */
export function openScanner(place: Place, onStatement: OnStatement | undefined) {
  type Waiting = Pick<PromiseWithResolvers<unknown[]>, 'resolve' | 'reject'>
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let asked = 0
  let closed = false
  const slots = createSemaphore({
    concurrency: 1,
    limit: { ms: BUSY_BUDGET_MS, refusal: () => new TooManyReads() },
  })

  function start(): Worker {
    const started = new Worker(new URL('./sqlite-scan-worker.ts', import.meta.url), {
      workerData: place,
      resourceLimits: RESOURCE_LIMITS,
    })
    started.unref()
    started.on('message', ({ id, rows, error }: ScanAnswer) => {
      const one = waiting.get(id)
      waiting.delete(id)
      if (rows) one?.resolve(rows)
      else one?.reject(Object.assign(new Error(error.message), { code: error.code }))
      if (waiting.size === 0) started.unref()
    })
    const over = (error: Error) => {
      // The queries of its successor are not affected.
      if (worker !== started) return
      worker = undefined
      for (const { reject } of waiting.values()) reject(error)
      waiting.clear()
    }
    started.on('error', over)
    started.on('exit', () => over(new Error('The thread that reads the database has ended.')))
    return started
  }

  async function ask(sql: string, parameters: readonly unknown[]): Promise<unknown[]> {
    if (closed) throw new Error('The database is closed.')
    worker ??= start()
    // It keeps the process alive only while a caller waits.
    worker.ref()
    const { promise, ...settle } = Promise.withResolvers<unknown[]>()
    const question: ScanQuestion = { id: ++asked, sql, parameters: toBound(parameters) }
    waiting.set(question.id, settle)
    worker.postMessage(question)
    return promise
  }

  const connection: DatabaseConnection = {
    async executeQuery<R>({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) {
      return { rows: await slots(() => ask(sql, parameters)) } as QueryResult<R>
    },
    streamQuery() {
      throw new Error('A scan returns all its rows together.')
    },
  }

  const dialect = new ScanDialect(new ScanDriver(connection))
  return {
    read: new Kysely<Schema>({ ...statementLog(onStatement), dialect }) as Reader,
    async close() {
      closed = true
      await worker?.terminate()
    },
  }
}

class ScanDialect extends PlannedOnceDialect {
  readonly #driver: Driver

  constructor(driver: Driver) {
    super({ database: () => Promise.reject(new Error('The database is open in another thread.')) })
    this.#driver = driver
  }

  override createDriver(): Driver {
    return this.#driver
  }
}

class ScanDriver extends DummyDriver {
  readonly #connection: DatabaseConnection

  constructor(connection: DatabaseConnection) {
    super()
    this.#connection = connection
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }
}
