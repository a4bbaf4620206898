import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../errors.ts'
import type { Db } from './db.ts'
import type { OnStatement } from './statements.ts'

/** The embedded database in DATA_DIR. */
export const DATABASE_FILE = 'transom.db'

interface Where {
  DATABASE_URL: string | undefined
  DATABASE_POOL_SIZE: number
  /** PostgreSQL without a pooler in between, for notifications. */
  DATABASE_LISTEN_URL?: string | undefined
  DATA_DIR: string
}

/** Errors of a folder or file that this user may not read or write. */
const FORBIDDEN = /^(EACCES|EPERM|EROFS|SQLITE_READONLY|SQLITE_READONLY_DIRECTORY|SQLITE_PERM)$/

/**
 * Returns whether the folder has an embedded database, or the log of one whose file is missing. True if this user may
 * not look into the folder: opening the database then says so.
 */
export function hasDatabase(folder: string): boolean {
  const file = join(folder, DATABASE_FILE)
  return !isAbsent(file) || !isAbsent(`${file}-wal`)
}

/** Returns whether there is nothing at the path. False if this user may not look. */
export function isAbsent(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) === undefined
  } catch {
    return false
  }
}

/** The reaction to a missing embedded database. */
export type Absent = 'make' | 'refuse'

interface OpenOptions {
  /** Embedded only; default `make`. */
  absent?: Absent

  /** PostgreSQL only: milliseconds that a statement may take; 0, for commands such as imports, means no limit. */
  statementTimeoutMs: number
  /** Called with errors that no caller waits for, such as a lost idle connection. */
  onError: (error: unknown) => void
  /** Embedded only: called for each commit with its number of writes and the milliseconds until it was on disk. */
  onCommit?: ((writes: number, ms: number) => void) | undefined
  /** Called for each statement. Without it, statements are not measured. */
  onStatement?: OnStatement | undefined
}

/**
 * Opens PostgreSQL if DATABASE_URL is set, else the embedded database in DATA_DIR. Does not migrate.
 * @throws {AppError} VALIDATION_ERROR if DATA_DIR can't be made a folder or this user may not use it, if there is no
 * database and `absent` is `refuse`, or if DATABASE_URL can't be read
 */
export async function openDatabase(where: Where, options: OpenOptions): Promise<Db> {
  // Each driver takes megabytes, so only one is loaded.
  if (where.DATABASE_URL) {
    const { openPostgres } = await import('./postgres.ts')
    return openPostgres(where.DATABASE_URL, {
      poolSize: where.DATABASE_POOL_SIZE,
      listenUrl: where.DATABASE_LISTEN_URL,
      ...options,
    })
  }
  const { openSqlite } = await import('./sqlite.ts')
  if (options.absent === 'refuse' && !hasDatabase(where.DATA_DIR)) {
    throw new AppError(
      'VALIDATION_ERROR',
      `There is no database in ${where.DATA_DIR}. Set DATA_DIR or DATABASE_URL to where it is, or make one with the first start, or with transom init, apply or migrate.`,
    )
  }
  try {
    mkdirSync(where.DATA_DIR, { recursive: true, mode: 0o700 })
    return openSqlite(join(where.DATA_DIR, DATABASE_FILE), options)
  } catch (error) {
    throw explainFolder(where.DATA_DIR, error)
  }
}

/** Returns the error for a DATA_DIR that can't be made or that this user may not use; other errors unchanged. */
function explainFolder(folder: string, error: unknown): unknown {
  const { code = '', message, syscall } = error as NodeJS.ErrnoException
  const forbidden = FORBIDDEN.test(code)
  if (!forbidden && syscall !== 'mkdir') return error
  const advice = forbidden
    ? ` Run this as the user of the server, who must be able to write to ${folder}.`
    : ''
  return new AppError('VALIDATION_ERROR', `DATA_DIR cannot be used: ${message}.${advice}`, { cause: error })
}
