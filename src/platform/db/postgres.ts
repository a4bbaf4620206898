import { hash } from 'node:crypto'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Db, Reader, Trx } from './db.ts'
import { CurrentHost, readHosts } from './postgres-hosts.ts'
import { connectionConfig, openPool, type PoolOptions } from './postgres-pool.ts'
import { followRevisions, NOTHING_COUNTED, publish } from './postgres-revisions.ts'
import { createTransactions } from './postgres-transaction.ts'
import type { Schema } from './schema.ts'
import { type OnStatement, statementLog } from './statements.ts'
import { isConflict, isHangUp, isReadOnly, ReadOnlyDatabase, StaleRead } from './unavailable.ts'

const WRITE_ATTEMPTS = 4
/** A write that took longer than this is not retried, because its caller waits. */
const RETRY_WITHIN_MS = 2_000
const MIGRATION_LOCK = 7_270_011

interface PostgresOptions extends PoolOptions {
  onStatement?: OnStatement | undefined
}

/** Opens PostgreSQL 15 or newer. Connects on first use, so the server can start before its database. */
export function openPostgres(url: string, options: PostgresOptions): Db {
  const pool = openPool(url, options)
  const log = statementLog(options.onStatement)
  const dialect = new PostgresDialect({ pool: pool.all })
  const kysely = new Kysely<Schema>({ ...log, dialect })
  const scan = new Kysely<Schema>({ ...log, dialect: new PostgresDialect({ pool: pool.half }) })
  const transact = createTransactions(kysely, dialect, { waits: options.listenUrl !== undefined })
  const read = kysely as Reader
  const direct = options.listenUrl ? readHosts(options.listenUrl) : readHosts(url)
  const revisions = followRevisions({
    read,
    host: options.listenUrl ? new CurrentHost(direct.urls) : pool.host,
    writable: direct.writable,
    onError: options.onError,
    onMoved: pool.renew,
  })
  const published = new WeakMap<Trx, [topic: string, revision: number][]>()

  /** Fails if the pool has switched to another server before the snapshot begins. */
  async function snapshot<T>(work: (reader: Reader) => Promise<T>): Promise<T> {
    const { generation } = pool
    return kysely
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((trx) => {
        if (pool.generation !== generation) throw new StaleRead()
        return work(trx as unknown as Reader)
      })
  }

  return {
    dialect: 'postgres',
    read,
    scan: scan as Reader,
    async write<T>(work: (trx: Trx) => Promise<T>): Promise<T> {
      const began = performance.now()
      for (let attempt = 1; ; attempt++) {
        const { epoch } = revisions
        let committing = false
        try {
          return await transact(async (trx, commit) => {
            const value = await work(trx)
            committing = true
            await commit()
            for (const [topic, revision] of published.get(trx) ?? []) revisions.learn(topic, revision, epoch)
            return value
          })
        } catch (error) {
          // After a connection is lost during COMMIT, only the caller can find out whether the commit took place.
          const again = isConflict(error) || ((isHangUp(error) || isReadOnly(error)) && !committing)
          const late = !isConflict(error) && performance.now() - began > RETRY_WITHIN_MS
          if (!again || late || attempt === WRITE_ATTEMPTS) throw error
        }
      }
    },
    async snapshot(work) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await snapshot(work)
        } catch (error) {
          if (!(error instanceof StaleRead) || attempt === WRITE_ATTEMPTS) throw error
        }
      }
    },
    async exclusive(work) {
      // No time limits: a migration may be long.
      const host = new CurrentHost(direct.urls)
      return host.try(async () => {
        const patient = new pg.Pool({ ...connectionConfig(), connectionString: host.url, max: 1 })
        patient.on('error', options.onError)
        patient.on('connect', (client) => client.on('error', () => undefined))
        const own = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: patient }) })
        try {
          const transaction = own
            .transaction()
            .setIsolationLevel('read committed')
            .setAccessMode('read write')
          return await transaction.execute(async (trx) => {
            await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(trx)
            return work({ query: (text) => sql.raw(text).execute(trx) }, trx as unknown as Trx)
          })
        } finally {
          await own.destroy()
        }
      })
    },
    revision: (topic) => revisions.get(topic),
    async publish(trx, topic, revision) {
      published.set(trx, [...(published.get(trx) ?? []), [topic, revision]])
      await publish(topic, revision).execute(trx)
    },
    async notify(topic) {
      await publish(topic, NOTHING_COUNTED).execute(read)
    },
    onNotify: (topic, listener) => revisions.onNotify(topic, listener),
    async lock(trx, ...keys) {
      // The same order everywhere prevents deadlocks.
      const numbers = keys.map(lockNumber).sort((a, b) => (a < b ? -1 : 1))
      const list = `{${numbers.join()}}`
      await sql`select pg_advisory_xact_lock(number) from unnest(${list}::bigint[]) as number`.execute(trx)
    },
    async reserveIds(trx, table) {
      const sequence = sql`pg_get_serial_sequence(${table}, 'id')`
      // An unused sequence has no last value; greatest() ignores null.
      await sql`select setval(${sequence}, greatest(max(id), pg_sequence_last_value(${sequence}::regclass)))
        from ${sql.table(table)}`.execute(trx)
    },
    connections: pool.counts,
    purge: async () => false,
    async ping() {
      const { rows } = await sql<{ standby: boolean }>`select pg_is_in_recovery() as standby`.execute(read)
      if (!rows[0]!.standby) return
      // The next connection may lead to another server.
      pool.renew()
      throw new ReadOnlyDatabase()
    },
    async close() {
      await revisions.close()
      await kysely.destroy()
    },
  }
}

function lockNumber(key: string): bigint {
  return hash('sha256', key, 'buffer').readBigInt64BE()
}
