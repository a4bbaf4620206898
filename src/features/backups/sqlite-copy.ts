import { closeSync, existsSync, linkSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { BUSY_BUDGET_MS } from '../../platform/db/db.ts'
import type { AppliedMigration } from '../../platform/db/migrate.ts'
import { requireNoLogAlone, sizeOf } from '../../platform/db/sqlite-connect.ts'
import { AppError } from '../../platform/errors.ts'
import { fsyncFolderOf } from '../../platform/files.ts'

/** Tables whose rows are counted and reported. */
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

/** The contents of a copy. */
interface Contents {
  /** The note that `writeCopy` stored. */
  note: string
  migrations: AppliedMigration[]
  counts: Record<(typeof COUNTED)[number], number>
}

// A table of its own identifies copies, and keeps the note in the same file.
const NOTE = 'transom_backup'

/**
 * Writes everything committed in an embedded database to a new file that only its owner may read, with a note. It takes
 * one read transaction, so it neither delays writers nor waits for them. The caller must sync the file.
 * @throws if the file exists; AppError for a damaged database
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

/** Checks every page of a copy. Returns its contents. @throws AppError if it is damaged or not from `writeCopy` */
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

/** Turns a copy into a database: removes the note, also from free pages. */
export function removeNote(copy: string): void {
  withFile(copy, (file) => {
    file.pragma('secure_delete = ON')
    file.exec(`DROP TABLE ${NOTE}`)
  })
}

/**
 * Replaces a database with another one in a single file. The old one is kept under the name `aside`. If the process is
 * killed, one of the two is in place, complete. Ids continue after the highest of both, so that none is used twice.
 * @returns the path of the old database, or of its log if that was all; null if there was neither
 * @throws AppError if another process has the database open
 */
export function replaceDatabase(database: string, replacement: string, aside: string): string | null {
  if (sizeOf(database) === 0) {
    // SQLite would read these files as the new database's. They may contain the only copy of the newest data.
    const leftovers = ['-wal', '-shm', '-journal'].filter((end) => existsSync(`${database}${end}`))
    for (const end of leftovers) renameSync(`${database}${end}`, `${aside}${end}`)
    renameSync(replacement, database)
    fsyncFolderOf(database)
    return leftovers.includes('-wal') ? `${aside}-wal` : null
  }
  const current = lockExclusively(database)
  try {
    continueIds(current, replacement)
    unlinkOtherNames(database)
    linkSync(database, aside)
    // A rename is atomic: there is a database at every moment.
    renameSync(replacement, database)
    fsyncFolderOf(database)
  } finally {
    current.close()
  }
  return aside
}

/**
 * Opens the database exclusively. Every open connection in WAL mode shares a lock on the file, even an idle one: this
 * fails while a server or a command is running, and keeps others out. Leaving WAL mode moves everything into the one
 * file. A process that has just opened the file without reading it gets an error (READONLY_DBMOVED) once the file is
 * moved.
 */
function lockExclusively(database: string): Sqlite.Database {
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
      ? `A server or a command uses ${database}. Stop it first. Nothing was changed.`
      : `${database} cannot be opened (${code}), so it cannot be replaced. Stop the server, move this file and ` +
        'those with the same name and -wal or -shm out of the folder, and restore again.'
    throw new AppError('VALIDATION_ERROR', message, { cause })
  }
}

/** Removes other names of the database: a killed process leaves one, which nobody must open. */
function unlinkOtherNames(database: string): void {
  const { ino } = statSync(database)
  const folder = dirname(database)
  for (const name of readdirSync(folder).filter((name) => name.startsWith(`${basename(database)}.`))) {
    if (statSync(join(folder, name)).ino === ino) rmSync(join(folder, name))
  }
}

/** Makes the replacement's next ids start above the current ones. */
function continueIds(current: Sqlite.Database, replacement: string): void {
  const rows = highestIds(current)
  withFile(replacement, (file) => {
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

function highestIds(current: Sqlite.Database): [table: string, id: number][] {
  try {
    return current.prepare('SELECT name, seq FROM sqlite_sequence').raw().all() as [string, number][]
  } catch {
    // It is empty, or too damaged to read.
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
    throw new AppError('VALIDATION_ERROR', 'This is not a file from `transom backup`.', { cause })
  } finally {
    file.close()
  }
}
