/** Serialization failure and deadlock: running the transaction again solves both. */
const CONFLICT = new Set(['40001', '40P01'])
const LOST = /^(08|57P0|53300|ECONN|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)/
const LOST_TEXT =
  /Connection terminated|connection timeout|Query read timeout|timeout expired|timeout exceeded when trying to connect|not queryable|has been discarded/i
const EMBEDDED = /^SQLITE_(BUSY|FULL|IOERR|CANTOPEN|READONLY|NOMEM|LOCKED)/
/**
 * Problems that an operator fixes while the request stays valid: no resources or connections (53), a canceled
 * statement, a refused lock, a changed password or role.
 */
const OPERATIONAL = /^(53|57014|55P03|28P01|28000)/

/** Too many reads are waiting for the database. */
export class TooManyReads extends Error {
  constructor() {
    super('Too many reads of complete tables are waiting.')
  }
}

/** Another transaction has changed the data that this one read: it must run again. */
export class StaleRead extends Error {
  constructor() {
    super('Another transaction came between.')
  }
}

/** The server is a standby, which refuses writes. */
export class ReadOnlyDatabase extends Error {
  constructor() {
    super('The database is a standby, which takes no writes.')
  }
}

/**
 * Returns whether the transaction conflicted with another one, or with a migration, and may be run again (PostgreSQL
 * class 40).
 */
export function isConflict(error: unknown): boolean {
  return CONFLICT.has(codeOf(error)) || isStalePlan(error) || error instanceof StaleRead
}

/** Returns whether a table changed after PostgreSQL prepared the statement. */
export function isStalePlan(error: unknown): boolean {
  return codeOf(error) === '0A000' && routineOf(error) === 'RevalidateCachedQuery'
}

/** Returns whether the server refuses writes: a standby, or a primary that has become one. */
export function isReadOnly(error: unknown): boolean {
  if (error instanceof ReadOnlyDatabase || codeOf(error) === '25006') return true
  // "cannot set transaction read-write mode during recovery", in any language: BEGIN READ WRITE has no other cause.
  return codeOf(error) === '0A000' && routineOf(error) === 'call_bool_check_hook'
}

/** Returns whether the connection to PostgreSQL is lost or silent. */
export function isConnectionLoss(error: unknown): boolean {
  return LOST.test(codeOf(error)) || LOST_TEXT.test(error instanceof Error ? error.message : '')
}

/**
 * Returns whether the server closed the connection, so that a new one may work immediately. A silent server did not.
 */
export function isHangUp(error: unknown): boolean {
  return isConnectionLoss(error) && !isSilence(error)
}

/** Returns whether PostgreSQL refused the password or the role. A starting server stops; a running one keeps trying. */
export function isLoginRefused(error: unknown): boolean {
  return /^28(P01|000)$/.test(codeOf(error))
}

/** Returns whether the database did not answer in time. */
export function isSilence(error: unknown): boolean {
  return isConnectionLoss(error) && /time/i.test(error instanceof Error ? error.message : '')
}

/** Returns whether the database is out of reach, full or busy: the caller's request is valid and may be repeated. */
export function isUnavailable(error: unknown): boolean {
  return (
    isConnectionLoss(error) ||
    isConflict(error) ||
    isReadOnly(error) ||
    error instanceof TooManyReads ||
    EMBEDDED.test(codeOf(error)) ||
    OPERATIONAL.test(codeOf(error))
  )
}

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : ''
}

function routineOf(error: unknown): string {
  return String((error as { routine?: unknown }).routine)
}
