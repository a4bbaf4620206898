import { closeSync, existsSync, linkSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { BUSY_BUDGET_MS } from '../../platform/db/db.ts'
import type { AppliedMigration } from '../../platform/db/migrate.ts'
import { requireNoLogAlone, sizeOf } from '../../platform/db/sqlite-connect.ts'
import { AppError } from '../../platform/errors.ts'
import { fsyncFolderOf } from '../../platform/files.ts'

/** What a copy holds: rows of the tables that people ask for. */
const COUNTED = [
  'brands',
  'dealers',
  'territories',
  'api_users',
  'api_tokens',
  'warranties',
  'leads',
  'deliveries',
] as const

/** What a look into a copy tells. */
interface Contents {
  /** What `writeCopy` was given to keep with it. */
  note: string
  migrations: AppliedMigration[]
  counts: Record<(typeof COUNTED)[number], number>
}

// A table of its own makes a copy known as one, and keeps what belongs to it in the same file.
const NOTE = 'transom_backup'

/**
 * Writes what is committed in an embedded database at this moment to a new file that only its owner may read,
 * with a note beside it. One read transaction long, so that writers neither wait for it nor hold it up; it is not
 * on the disk for certain until the caller has synced it. Throws where the file exists.
 */
export function writeCopy(database: string, copy: string, note: string): void {
  requireNoLogAlone(database)
  const source = new Sqlite(database, { fileMustExist: true, timeout: BUSY_BUDGET_MS })
  try {
    closeSync(openSync(copy, 'wx', 0o600))
    source.prepare('VACUUM INTO ?').run(copy)
  } catch (cause) {
    if (!(cause instanceof Sqlite.SqliteError) || !/CORRUPT|NOTADB/.test(cause.code)) throw cause
    const message = `The database is damaged (${cause.code}): no backup was made. Restore the last good one.`
    throw new AppError('INTERNAL_ERROR', message, { cause })
  } finally {
    source.close()
  }
  withFile(copy, (file) => {
    file.exec(`CREATE TABLE ${NOTE} (note TEXT NOT NULL)`)
    file.prepare(`INSERT INTO ${NOTE} VALUES (?)`).run(note)
  })
}

/** Looks through every page of a copy. Throws AppError where it is damaged, or is no copy of `writeCopy`. */
export function readCopy(copy: string): Contents {
  return withFile(copy, (file) => {
    const { note } = file.prepare(`SELECT note FROM ${NOTE}`).get() as { note: string }
    const [first] = file.pragma('integrity_check(1)') as { integrity_check: string }[]
    if (first?.integrity_check !== 'ok') throw new AppError('VALIDATION_ERROR', 'The backup is damaged.')
    const count = (table: string) => file.prepare(`SELECT count(*) FROM ${table}`).pluck().get() as number
    return {
      note,
      migrations: file.prepare('SELECT name, checksum FROM schema_migrations').all() as AppliedMigration[],
      counts: Object.fromEntries(COUNTED.map((table) => [table, count(table)])) as Contents['counts'],
    }
  })
}

/** Makes a copy a database again: takes the note out, without a trace in free pages. */
export function removeNote(copy: string): void {
  withFile(copy, (file) => {
    file.pragma('secure_delete = ON')
    file.exec(`DROP TABLE ${NOTE}`)
  })
}

/**
 * Puts a database, all of it in one file, in another one's place, which stays beside it under the name `aside`.
 * A process that is killed in the middle leaves one of the two in place, complete. The other's highest ids count on, so
 * that no id is given out twice. Throws AppError where somebody has the present one open.
 * @returns where the other one is now, or its log if there was nothing else of it; null where there was neither
 */
export function replaceDatabase(database: string, by: string, aside: string): string | null {
  if (sizeOf(database) === 0) {
    // What it left behind would be taken for the new one's. It may be all there is of the newest data.
    const left = ['-wal', '-shm', '-journal'].filter((end) => existsSync(`${database}${end}`))
    for (const end of left) renameSync(`${database}${end}`, `${aside}${end}`)
    renameSync(by, database)
    fsyncFolderOf(database)
    return left.includes('-wal') ? `${aside}-wal` : null
  }
  const present = lockAlone(database)
  try {
    carryOnIds(present, by)
    unlinkOtherNames(database)
    linkSync(database, aside)
    // In one step: at no moment is there none.
    renameSync(by, database)
    fsyncFolderOf(database)
  } finally {
    present.close()
  }
  return aside
}

/**
 * Opens the database as its only user. Every connection in WAL mode shares a lock on the file while it is open,
 * idle or not, so that this fails beside a server or a command, and holds off those to come. Leaving WAL mode puts
 * all into the one file; and where somebody has opened it in this moment but not read it yet, SQLite will refuse
 * him (READONLY_DBMOVED) when it has been moved.
 */
function lockAlone(database: string): Sqlite.Database {
  const present = new Sqlite(database, { fileMustExist: true, timeout: 0 })
  try {
    present.pragma('locking_mode = EXCLUSIVE')
    present.pragma('journal_mode = DELETE')
    present.exec('BEGIN EXCLUSIVE; COMMIT')
    return present
  } catch (cause) {
    present.close()
    const code = cause instanceof Sqlite.SqliteError ? cause.code : String(cause)
    const message = code.startsWith('SQLITE_BUSY')
      ? `A server or a command uses ${database}. Stop it first: nothing was changed.`
      : `${database}, which is to be replaced, cannot be opened (${code}). With the server stopped, move ` +
        'it, and what has its name and -wal or -shm at the end, out of the folder, and restore again.'
    throw new AppError('VALIDATION_ERROR', message, { cause })
  }
}

/** A process that was killed between the next two steps has left the database a second name, which must not be opened. */
function unlinkOtherNames(database: string): void {
  const { ino } = statSync(database)
  const folder = dirname(database)
  for (const name of readdirSync(folder).filter((name) => name.startsWith(`${basename(database)}.`))) {
    if (statSync(join(folder, name)).ino === ino) rmSync(join(folder, name))
  }
}

function carryOnIds(present: Sqlite.Database, by: string): void {
  const rows = highestIds(present)
  withFile(by, (file) => {
    const tables = new Set(file.prepare('SELECT name FROM sqlite_master').pluck().all())
    const raise = file.prepare('UPDATE sqlite_sequence SET seq = max(seq, @seq) WHERE name = @name')
    const add = file.prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (@name, @seq)')
    file.transaction(() => {
      for (const [name, seq] of rows) {
        if (tables.has(name) && raise.run({ name, seq }).changes === 0) add.run({ name, seq })
      }
    })()
  })
}

function highestIds(present: Sqlite.Database): [table: string, id: number][] {
  try {
    return present.prepare('SELECT name, seq FROM sqlite_sequence').raw().all() as [string, number][]
  } catch {
    // Empty, or so damaged that it is the reason why a backup takes its place.
    return []
  }
}

function withFile<T>(path: string, work: (file: Sqlite.Database) => T): T {
  const file = new Sqlite(path, { fileMustExist: true })
  try {
    file.pragma('synchronous = FULL')
    return work(file)
  } catch (cause) {
    if (!(cause instanceof Sqlite.SqliteError)) throw cause
    if (cause.code === 'SQLITE_CORRUPT') throw new AppError('VALIDATION_ERROR', 'The backup is damaged.')
    if (cause.code !== 'SQLITE_NOTADB' && !/no such table/.test(cause.message)) throw cause
    throw new AppError('VALIDATION_ERROR', 'This is no file that `transom backup` has written.', { cause })
  } finally {
    file.close()
  }
}
