import { closeSync, existsSync, openSync, statSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { AppError } from '../errors.ts'
import { searchTerms } from '../search-terms.ts'

/** The most bytes that SQLite maps into memory. It reads the rest with system calls. */
const MAPPED_BYTES = 0x7fff0000
/**
 * Milliseconds that opening waits for other processes, and that it sleeps between two tries where SQLite does not wait.
 */
const PATIENCE_MS = 2_000
const LOOK_AGAIN_MS = 5

/** Identifies the embedded database's file. */
export interface Place {
  file: string
  dev: number
  ino: number
}

/** Returns the file, creating it if there is none. Throws if a file was removed and left its log behind. */
export function placeOf(file: string): Place {
  requireNoLogAlone(file)
  // Only the service's account may read owners' data. SQLite gives its side files the mode of this one.
  closeSync(openSync(file, 'a', 0o600))
  const { dev, ino } = statSync(file)
  return { file, dev, ino }
}

/**
 * Checks that the file is still in its place. A removed or replaced file still accepts writes, which nobody would find
 * again. Opening another file in its place empties its log, which may have the only copy of the newest data.
 */
export function requireInPlace({ file, dev, ino }: Place): void {
  const there = statSync(file, { throwIfNoEntry: false })
  if (there?.ino === ino && there.dev === dev) return
  throw Object.assign(new Error(`${file} is not the database that was opened.`), { code: 'SQLITE_CANTOPEN' })
}

/** Refuses a log without its database: SQLite would treat it as a remainder and empty it. @throws {AppError} */
export function requireNoLogAlone(file: string): void {
  // Checks the log first: a new database is no longer empty once it has a log.
  if (!existsSync(`${file}-wal`) || sizeOf(file) > 0) return
  throw new AppError(
    'UNAVAILABLE',
    `${file} is missing or empty, but ${file}-wal, which may hold data of it, is there. Put the database back; or, where it is not wanted any more, move away what has its name and -wal or -shm at the end.`,
  )
}

/** Returns the size in bytes; 0 without a file. */
export function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

/** Connects to the embedded database. Throws unless its file is in its place. */
export function connect(place: Place): Sqlite.Database {
  const connection = new Sqlite(place.file, { timeout: 0, fileMustExist: true })
  try {
    // SQLite has opened the file but read nothing yet.
    requireInPlace(place)
    // Readers wait only if two processes open a file at the same time, or if it is recovered after a crash.
    connection.pragma(`busy_timeout = ${PATIENCE_MS}`)
    beginLog(connection)
    connection.pragma('wal_autocheckpoint = 10000')
    connection.pragma('synchronous = FULL')
    connection.pragma('foreign_keys = ON')
    connection.pragma('cache_size = -16000')
    connection.pragma('temp_store = MEMORY')
    // For migrations: what a record that exists already is found by.
    connection.function('search_terms', { varargs: true, deterministic: true }, (words, phone, ...exact) =>
      JSON.stringify(searchTerms({ words, phone, exact })),
    )
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}

/**
 * Retries: while another process switches a new database to WAL, SQLite refuses immediately, whatever its time limit
 * is.
 */
function beginLog(connection: Sqlite.Database): void {
  const giveUpAt = performance.now() + PATIENCE_MS
  for (;;) {
    try {
      connection.pragma('journal_mode = WAL')
      return
    } catch (error) {
      if (!isBusy(error) || performance.now() >= giveUpAt) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_AGAIN_MS)
    }
  }
}

/** Returns whether another process held the lock. */
export function isBusy(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY')
}

/** Opens a connection that only reads, through a memory map: docs/decisions/0002-embedded-writes.md. */
export function connectReader(place: Place): Sqlite.Database {
  const connection = connect(place)
  connection.pragma(`mmap_size = ${MAPPED_BYTES}`)
  return connection
}
