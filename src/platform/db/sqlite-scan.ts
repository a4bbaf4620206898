import { Worker } from 'node:worker_threads'
import { type DatabaseConnection, type Driver, DummyDriver, Kysely, type QueryResult } from 'kysely'
import { createSemaphore } from '../semaphore.ts'
import { BUSY_BUDGET_MS, type Reader } from './db.ts'
import type { Schema } from './schema.ts'
import type { Place } from './sqlite-connect.ts'
import { PlannedOnceDialect, toBound } from './sqlite-dialect.ts'
import type { ScanAnswer, ScanQuestion } from './sqlite-scan-worker.ts'
import { type OnStatement, statementLog } from './statements.ts'
import { NoTurn } from './unavailable.ts'

/** The thread has little to remember. */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 128 }

/**
 * Reads of an embedded database that may look through a complete table. They run in a thread with a connection of its own,
 * one after the other, so that nothing else waits for them; one that has not begun after some seconds fails as
 * unavailable. The thread is started by the first of them.
 */
export function openScanner(place: Place, onStatement: OnStatement | undefined) {
  type Waiting = Pick<PromiseWithResolvers<unknown[]>, 'resolve' | 'reject'>
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let asked = 0
  let closed = false
  const turns = createSemaphore({
    concurrency: 1,
    limit: { ms: BUSY_BUDGET_MS, refusal: () => new NoTurn() },
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
      // Its successor's questions are not its own.
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
    // While somebody waits, it keeps the process alive.
    worker.ref()
    const { promise, ...settle } = Promise.withResolvers<unknown[]>()
    const question: ScanQuestion = { id: ++asked, sql, parameters: toBound(parameters) }
    waiting.set(question.id, settle)
    worker.postMessage(question)
    return promise
  }

  const connection: DatabaseConnection = {
    async executeQuery<R>({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) {
      return { rows: await turns(() => ask(sql, parameters)) } as QueryResult<R>
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
