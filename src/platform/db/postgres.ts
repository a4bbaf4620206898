import { hash } from 'node:crypto'
import {
  AbortedTransactionError,
  CompiledQuery,
  type ConnectionProvider,
  type Dialect,
  Kysely,
  PostgresDialect,
  type PostgresPoolClient,
  sql,
} from 'kysely'
import pg from 'pg'
import { createSemaphore } from '../semaphore.ts'
import { BUSY_BUDGET_MS, type Db, type Reader, type Trx } from './db.ts'
import { followRevisions, notify, TOLD } from './postgres-revisions.ts'
import type { Schema } from './schema.ts'
import { type OnStatement, tellOf } from './statements.ts'
import { isConflict, isConnectionLoss, isHangUp, isStalePlan, NoTurn } from './unavailable.ts'

const WRITE_ATTEMPTS = 4
const STATEMENTS_PREPARED = 400
const MIGRATION_LOCK = 7_270_011

/** How many statements were ever named: a name is not used twice. */
let named = 0

interface PostgresOptions {
  /** Most connections of this process. */
  poolSize: number
  /** Milliseconds that one statement may take before the caller gets an error; 0: as long as it takes. */
  statementTimeoutMs: number
  onError: (error: unknown) => void
  onStatement?: OnStatement | undefined
}

/** Opens PostgreSQL 15 or newer. Connects when first used, so that the server starts without its database. */
export function openPostgres(url: string, options: PostgresOptions): Db {
  const connection: pg.ClientConfig = {
    connectionString: url,
    application_name: 'transom',
    connectionTimeoutMillis: BUSY_BUDGET_MS,
    keepAlive: true,
    types: { getTypeParser: typeParser as typeof pg.types.getTypeParser },
  }
  const timeouts: pg.ClientConfig =
    options.statementTimeoutMs > 0
      ? {
          query_timeout: options.statementTimeoutMs,
          statement_timeout: options.statementTimeoutMs,
          idle_in_transaction_session_timeout: 6 * options.statementTimeoutMs,
        }
      : {}
  const pool = new pg.Pool({ ...connection, ...timeouts, pipeline: true, max: options.poolSize })
  // Without a listener, a connection that the server ends while idle would end the process.
  pool.on('error', options.onError)
  // Whatever is not in a transaction of ours may not write. So nothing that is sent behind a BEGIN is done if that fails.
  pool.on('connect', (client) => {
    client.query('set default_transaction_read_only = on').catch(() => client.end())
  })
  const dialect = dialectOver(pool)
  const kysely = new Kysely<Schema>({ ...tellOf(options.onStatement), dialect })
  const transact = transactionsOf(kysely, dialect)
  const read = kysely as Reader
  const revisions = followRevisions({ ...connection, query_timeout: BUSY_BUDGET_MS }, read, options.onError)
  const announced = new WeakMap<Trx, [topic: string, revision: number][]>()

  return {
    dialect: 'postgres',
    read,
    scan: inTurns(kysely, dialect, Math.ceil(options.poolSize / 2)),
    async write<T>(work: (trx: Trx) => Promise<T>): Promise<T> {
      for (let attempt = 1; ; attempt++) {
        let committing = false
        try {
          return await transact(async (trx, commit) => {
            const value = await work(trx)
            committing = true
            await commit()
            for (const [topic, revision] of announced.get(trx) ?? []) revisions.learn(topic, revision)
            return value
          })
        } catch (error) {
          // A connection lost during COMMIT leaves open whether it took place: then the caller decides.
          const again = isConflict(error) || (isHangUp(error) && !committing)
          if (!again || attempt === WRITE_ATTEMPTS) throw error
        }
      }
    },
    snapshot: (work) =>
      kysely
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute((trx) => work(trx as unknown as Reader)),
    async exclusive(work) {
      // Without the time limits: a migration takes the time it takes.
      const patient = new pg.Pool({ ...connection, max: 1 })
      patient.on('error', options.onError)
      const own = new Kysely<Schema>({ dialect: dialectOver(patient) })
      try {
        const transaction = own.transaction().setIsolationLevel('read committed')
        return await transaction.execute(async (trx) => {
          await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(trx)
          return work({ query: (text) => sql.raw(text).execute(trx) }, trx as unknown as Trx)
        })
      } finally {
        await own.destroy()
      }
    },
    revision: (topic) => revisions.get(topic),
    async announce(trx, topic, revision) {
      announced.set(trx, [...(announced.get(trx) ?? []), [topic, revision]])
      await notify(topic, revision).execute(trx)
    },
    async tell(topic) {
      await notify(topic, TOLD).execute(read)
    },
    onTold: (topic, listener) => revisions.onTold(topic, listener),
    async lock(trx, ...keys) {
      // In one order everywhere, so that two transactions wait for each other in turn and never in a circle.
      const numbers = keys.map(lockNumber).sort((a, b) => (a < b ? -1 : 1))
      const list = `{${numbers.join()}}`
      await sql`select pg_advisory_xact_lock(number) from unnest(${list}::bigint[]) as number`.execute(trx)
    },
    async reserveIds(trx, table) {
      const sequence = sql`pg_get_serial_sequence(${table}, 'id')`
      // A sequence that was never used has no last value; greatest() passes over it.
      await sql`select setval(${sequence}, greatest(max(id), pg_sequence_last_value(${sequence}::regclass)))
        from ${sql.table(table)}`.execute(trx)
    },
    connections: () => ({
      in_use: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    purge: async () => false,
    async ping() {
      await sql`select 1`.execute(read)
    },
    async close() {
      await revisions.close()
      await kysely.destroy()
    },
  }
}

/**
 * A function that runs `work` in a transaction, which is rolled back unless `commit` is called. Statements that do not
 * wait for one another's answers are sent at once, to be run in their order, and BEGIN is sent ahead of the first.
 * (Kysely's own transactions send a statement when the one before is answered.)
 */
function transactionsOf(kysely: Kysely<Schema>, dialect: Dialect) {
  const executor = kysely.getExecutor()
  const props = { config: { dialect }, dialect, driver: dialect.createDriver() }

  return <T>(work: (trx: Trx, commit: () => Promise<void>) => Promise<T>): Promise<T> =>
    executor.provideConnection(async (connection) => {
      let over = false
      const run = (statement: string) =>
        connection.executeQuery<{ command: string }>(CompiledQuery.raw(statement))
      const ours: ConnectionProvider = {
        async provideConnection(consumer) {
          // The connection may be somebody else's by now.
          if (over) throw new Error('The transaction is over.')
          return consumer(connection)
        },
      }
      const trx = new Kysely<Schema>({ ...props, executor: executor.withConnectionProvider(ours) })
      let notBegun: unknown
      // Whoever has waited for a lock must see what was committed meanwhile, whatever the server's default is.
      const begun = run('begin isolation level read committed read write')
      begun.catch((error) => {
        notBegun = error
      })
      try {
        return await work(trx as Trx, async () => {
          over = true
          const [, { rows }] = await Promise.all([begun, run('commit')])
          if (rows[0]?.command === 'ROLLBACK') throw new AbortedTransactionError()
        })
      } catch (error) {
        over = true
        await run('rollback').catch(() => undefined)
        // Whatever came after BEGIN failed for the same reason, and may not tell it: a server that is silent, say.
        throw notBegun ?? error
      }
    })
}

/** Reads of which so many run at a time: what takes long leaves connections to the others. */
function inTurns(kysely: Kysely<Schema>, dialect: Dialect, concurrency: number): Reader {
  const turns = createSemaphore({ concurrency, limit: { ms: BUSY_BUDGET_MS, refusal: () => new NoTurn() } })
  const executor = kysely.getExecutor()
  const ours: ConnectionProvider = {
    provideConnection: (consumer) => turns(() => executor.provideConnection(consumer)),
  }
  const props = { config: { dialect }, dialect, driver: dialect.createDriver() }
  return new Kysely<Schema>({ ...props, executor: executor.withConnectionProvider(ours) }) as Reader
}

function lockNumber(key: string): bigint {
  return hash('sha256', key, 'buffer').readBigInt64BE()
}

function dialectOver(pool: pg.Pool): PostgresDialect {
  // A connection that is lost while in use would end the process too; the query that fails tells whoever waits.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const prepared = new Map<string, string>()
  return new PostgresDialect({
    pool: {
      options: pool.options,
      end: () => pool.end(),
      connect: async () => preparing(await pool.connect(), prepared),
    },
  })
}

/** 64-bit integers as numbers (all of ours are below 2^53), dates as the text they are. */
function typeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === pg.types.builtins.INT8) return Number
  if (oid === pg.types.builtins.DATE) return (text: string) => text
  return pg.types.getTypeParser(oid, format as 'text')
}

/** A pool's client that names its statements, so that PostgreSQL parses and plans each once a connection. */
function preparing(client: pg.PoolClient, prepared: Map<string, string>): PostgresPoolClient {
  let broken = false
  let inTransaction = false

  function nameOf(text: string): string | undefined {
    const name = prepared.get(text) ?? (prepared.size < STATEMENTS_PREPARED ? `s${++named}` : undefined)
    if (name) prepared.set(text, name)
    return name
  }

  async function query(text: string, values: readonly unknown[]) {
    if (values.length === 0) {
      if (/^(begin|start transaction)/.test(text)) inTransaction = true
      else if (/^(commit|rollback)$/.test(text)) inTransaction = false
      return client.query(text)
    }
    const name = nameOf(text)
    const send = (name: string | undefined) =>
      client.query({ name, text, values: [...values] } as pg.QueryConfig)
    try {
      return await send(name)
    } catch (error) {
      // A newer version's migration has given a table another column: the statement is prepared anew, by all.
      if (!isStalePlan(error)) throw error
      if (prepared.get(text) === name) prepared.delete(text)
      if (inTransaction) throw error
      return send(nameOf(text))
    }
  }
  return {
    query: async (text: string, values: readonly unknown[]) => {
      try {
        return await query(text, values)
      } catch (error) {
        // A client whose answer never came, or that is still in a transaction, must not go back to the pool.
        broken ||= isConnectionLoss(error) || text === 'rollback'
        throw error
      }
    },
    release: (destroy?: boolean) => client.release(destroy || broken),
  } as unknown as PostgresPoolClient
}
