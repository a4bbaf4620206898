import type { Kysely } from 'kysely'
import type { Schema } from './schema.ts'

declare const reading: unique symbol
declare const writing: unique symbol

/** A handle for queries that change nothing. A transaction is one too. */
export type Reader = Kysely<Schema> & { readonly [reading]?: true }

/** A handle inside a transaction. Whatever writes asks for one, so that nothing writes outside by mistake. */
export type Trx = Reader & { readonly [writing]: true }

/** The tables whose rows an administrator may give ids. */
type TableWithIds = 'brands' | 'dealer_groups' | 'dealers'

/**
 * How long a caller waits for a database that is silent, or that another process has locked, before the operation fails
 * as unavailable. Every request shall end within 5 s.
 */
export const BUSY_BUDGET_MS = 4_500

/** Runs several statements of plain SQL: for migrations. */
interface Script {
  query(sql: string): Promise<unknown>
}

/**
 * The database, embedded or PostgreSQL. All that differs between the two is behind this.
 * Whatever fails because the database is out of reach passes `isUnavailable`.
 */
export interface Db {
  readonly dialect: 'sqlite' | 'postgres'
  /** Reads outside a transaction, each on its own. */
  readonly read: Reader
  /**
   * Reads that may look through a complete table, each on its own and out of the way of requests: on SQLite one at
   * a time, in a thread; on PostgreSQL on half of the connections. One that waits too long for its turn fails as
   * unavailable.
   */
  readonly scan: Reader
  /**
   * Runs `work` in a transaction; when the promise resolves, the work is on disk. `work` may run more than
   * once (after a deadlock, say), must wait for nothing but its own queries, and must not call `write`.
   */
  write<T>(work: (trx: Trx) => Promise<T>): Promise<T>
  /** Runs reads that must agree with one another, beside everything else. */
  snapshot<T>(work: (reader: Reader) => Promise<T>): Promise<T>
  /** For migrations: one process at a time, all or nothing. */
  exclusive<T>(work: (script: Script, trx: Trx) => Promise<T>): Promise<T>
  /**
   * The present revision of what processes cache under this topic (see `invalidate`): to be compared by equality only.
   * A number when it is known without asking, else a promise.
   */
  revision(topic: string): number | Promise<number>
  /** Reports a topic's new revision to every process once the transaction commits; `invalidate` calls it. */
  publish(trx: Trx, topic: string, revision: number): Promise<void>
  /**
   * Notifies the other processes on this database that something new was committed. They may miss it. (On SQLite this
   * does nothing: other processes there are commands, or look for themselves.)
   */
  notify(topic: string): Promise<void>
  /** Calls `listener` when another process notifies of the topic, or may have done so unheard. */
  onNotify(topic: string, listener: () => void): void
  /** Until the transaction ends, nobody else holds any of `keys`. (SQLite has one writer: nothing to do.) */
  lock(trx: Trx, ...keys: string[]): Promise<void>
  /** To be called after rows were inserted with ids of their own: the next ids begin above all there are. */
  reserveIds(trx: Trx, table: TableWithIds): Promise<void>
  /** PostgreSQL only: connections that are in use and idle, and how many wait for one. */
  connections?(): { in_use: number; idle: number; waiting: number }
  /**
   * Overwrites in the files of an embedded database what has been changed and deleted, the log's copies too. False
   * where that is not in our hands (PostgreSQL vacuums by itself), or where others have been in the way.
   */
  purge(): Promise<boolean>
  /** Resolves when the database answers and takes writes. */
  ping(): Promise<void>
  close(): Promise<void>
}
