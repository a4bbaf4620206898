import type { Kysely } from 'kysely'
import type { Schema } from './schema.ts'

declare const reading: unique symbol
declare const writing: unique symbol

/** A handle for queries that change nothing. A transaction is also one. */
export type Reader = Kysely<Schema> & { readonly [reading]?: true }

/** A handle inside a transaction. Functions that write require it, so nothing writes outside by mistake. */
export type Trx = Reader & { readonly [writing]: true }

/** The tables in which an administrator may choose the ids. */
type TableWithIds = 'brands' | 'dealer_groups' | 'dealers'

/**
 * Milliseconds that a caller waits for a database that is silent, or locked by another process, before the operation
 * fails as unavailable. Every request must end within 5 s.
 */
export const BUSY_BUDGET_MS = 4_500

/** Runs several statements of plain SQL: for migrations. */
interface Script {
  query(sql: string): Promise<unknown>
}

/**
 * The database, embedded or PostgreSQL. It hides all differences between the two. `isUnavailable` is true for every
 * error of a database that is out of reach.
 */
export interface Db {
  readonly dialect: 'sqlite' | 'postgres'
  /** Reads outside a transaction, each independently. */
  readonly read: Reader
  /**
   * Reads that may scan a complete table, each independently and without delaying requests: on SQLite one at a time, in
   * a thread; on PostgreSQL on half of the connections. A read that waits too long for its turn fails as unavailable.
   */
  readonly scan: Reader
  /**
   * Runs `work` in a transaction. When the promise resolves, the work is on disk. `work` may run several times (for
   * example after a deadlock), must wait for nothing but its own queries, and must not call `write`.
   */
  write<T>(work: (trx: Trx) => Promise<T>): Promise<T>
  /** Runs reads that must agree with one another, concurrently with everything else. */
  snapshot<T>(work: (reader: Reader) => Promise<T>): Promise<T>
  /** For migrations: one process at a time, all or nothing. */
  exclusive<T>(work: (script: Script, trx: Trx) => Promise<T>): Promise<T>
  /**
   * Returns the current revision of data that processes cache under this topic (see `invalidate`). Compare it by
   * equality only. A number when it is known without a query, else a promise.
   */
  revision(topic: string): number | Promise<number>
  /** Announces a topic's new revision to every process once the transaction commits. `invalidate` calls it. */
  publish(trx: Trx, topic: string, revision: number): Promise<void>
  /**
   * Notifies the other processes on this database of a commit. They may miss it. (On SQLite it does nothing: the other
   * processes there are commands, or poll.)
   */
  notify(topic: string): Promise<void>
  /** Calls `listener` when another process sends a notification of the topic, or may have sent one that was lost. */
  onNotify(topic: string, listener: () => void): void
  /** Locks all of `keys` until the transaction ends. (SQLite has one writer: nothing to do.) */
  lock(trx: Trx, ...keys: string[]): Promise<void>
  /** Makes the next generated ids start above all existing ones. Call it after inserting rows with chosen ids. */
  reserveIds(trx: Trx, table: TableWithIds): Promise<void>
  /** PostgreSQL only: the numbers of connections that are in use and idle, and of callers that wait for one. */
  connections?(): { in_use: number; idle: number; waiting: number }
  /**
   * Overwrites changed and deleted data in the files of an embedded database, including the log's copies. Returns false
   * where the program can't (PostgreSQL vacuums by itself), or where other processes prevented it.
   */
  purge(): Promise<boolean>
  /** Resolves when the database responds and accepts writes. */
  ping(): Promise<void>
  close(): Promise<void>
}
