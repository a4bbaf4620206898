import { closeSync, existsSync, openSync, statSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { AppError } from '../errors.ts'

/** The most that SQLite maps. What lies beyond is read by system calls. */
const MAPPED_BYTES = 0x7fff0000
/** How long opening waits for others, and how long it sleeps between two looks where SQLite does not wait by itself. */
const PATIENCE_MS = 2_000
const LOOK_AGAIN_MS = 5

/** The embedded database's file, known again by what no other file has. */
export interface Place {
  file: string
  dev: number
  ino: number
}

/** The file, made where there is none. Throws where one was taken away and has left its log behind. */
export function placeOf(file: string): Place {
  requireNoLogAlone(file)
  // Owners' data is for the service's own account; SQLite gives its side files the mode of this one.
  closeSync(openSync(file, 'a', 0o600))
  const { dev, ino } = statSync(file)
  return { file, dev, ino }
}

/**
 * A file that was removed, or replaced, goes on taking writes that nobody would ever find again; and whoever opens what
 * is in its place empties its log, which may be all there is of the newest data.
 */
export function requireInPlace({ file, dev, ino }: Place): void {
  const there = statSync(file, { throwIfNoEntry: false })
  if (there?.ino === ino && there.dev === dev) return
  throw Object.assign(new Error(`${file} is not the database that was opened.`), { code: 'SQLITE_CANTOPEN' })
}

/** Throws AppError where a log has lost its database: SQLite would take it for a remainder, and empty it. */
export function requireNoLogAlone(file: string): void {
  // The log first: a database that is being made is not empty any more once it has one.
  if (!existsSync(`${file}-wal`) || sizeOf(file) > 0) return
  throw new AppError(
    'UNAVAILABLE',
    `${file} is missing or empty, but ${file}-wal, which may hold data of it, is there. Put the database back; or, where it is not wanted any more, move away what has its name and -wal or -shm at the end.`,
  )
}

/** In bytes; 0 where there is none. */
export function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

/** A connection to the embedded database. Throws unless its file is where it was. */
export function connect(place: Place): Sqlite.Database {
  const connection = new Sqlite(place.file, { timeout: 0, fileMustExist: true })
  try {
    // SQLite has opened the file and looked at nothing yet.
    requireInPlace(place)
    // Readers wait only where two open a file at the same time, or where it is recovered after a crash.
    connection.pragma(`busy_timeout = ${PATIENCE_MS}`)
    beginLog(connection)
    connection.pragma('wal_autocheckpoint = 10000')
    connection.pragma('synchronous = FULL')
    connection.pragma('foreign_keys = ON')
    connection.pragma('cache_size = -16000')
    connection.pragma('temp_store = MEMORY')
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}

/** While another process does so with a new database, SQLite refuses immediately, whatever its time limit is. */
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

/** Whether another process held the lock. */
export function isBusy(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY')
}

/** One that writes nothing, and looks at the file through a memory map: docs/decisions/0002-embedded-writes.md. */
export function connectReader(place: Place): Sqlite.Database {
  const connection = connect(place)
  connection.pragma(`mmap_size = ${MAPPED_BYTES}`)
  return connection
}
