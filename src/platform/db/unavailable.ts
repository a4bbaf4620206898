/** Serialization failure, deadlock: both are over once the transaction runs again. */
const CONFLICT = new Set(['40001', '40P01'])
const LOST = /^(08|57P0|53300|ECONN|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)/
const LOST_TEXT =
  /Connection terminated|connection timeout|Query read timeout|timeout expired|timeout exceeded when trying to connect|not queryable|has been discarded/i
const EMBEDDED = /^SQLITE_(BUSY|FULL|IOERR|CANTOPEN|READONLY|NOMEM|LOCKED)/
/**
 * What an operator puts right while the request stays good: no resources or connections (53), a statement that was
 * cancelled, a lock that was not granted, a password or role that was changed.
 */
const OPERATIONAL = /^(53|57014|55P03|28P01|28000)/

/** Too much is read from the database already. */
export class NoTurn extends Error {
  constructor() {
    super('Too many reads of complete tables are waiting.')
  }
}

/** Another transaction was quicker, and what was read no longer holds: the transaction must run again. */
export class Overtaken extends Error {
  constructor() {
    super('Another transaction came between.')
  }
}

/** The server is a standby: it takes no writes. */
export class ReadOnlyDatabase extends Error {
  constructor() {
    super('The database is a standby, which takes no writes.')
  }
}

/** Whether the transaction met another one, or a migration, and may simply be run again (PostgreSQL class 40). */
export function isConflict(error: unknown): boolean {
  return CONFLICT.has(codeOf(error)) || isStalePlan(error) || error instanceof Overtaken
}

/** Whether PostgreSQL had prepared the statement when its tables looked otherwise. */
export function isStalePlan(error: unknown): boolean {
  return codeOf(error) === '0A000' && routineOf(error) === 'RevalidateCachedQuery'
}

/** Whether the server takes no writes: a standby, or a primary that has become one. */
export function isReadOnly(error: unknown): boolean {
  if (error instanceof ReadOnlyDatabase || codeOf(error) === '25006') return true
  // "cannot set transaction read-write mode during recovery", in whatever language: BEGIN READ WRITE has no other cause.
  return codeOf(error) === '0A000' && routineOf(error) === 'call_bool_check_hook'
}

/** Whether the connection to PostgreSQL is gone or silent. */
export function isConnectionLoss(error: unknown): boolean {
  return LOST.test(codeOf(error)) || LOST_TEXT.test(error instanceof Error ? error.message : '')
}

/** Whether the server ended the connection, so that a new one may work immediately. A silent server did not. */
export function isHangUp(error: unknown): boolean {
  return isConnectionLoss(error) && !isSilence(error)
}

/** Whether PostgreSQL refused the password or the role: a start fails with it, and a running server waits for better. */
export function isLoginRefused(error: unknown): boolean {
  return /^28(P01|000)$/.test(codeOf(error))
}

/** Whether the database did not answer in time. */
export function isSilence(error: unknown): boolean {
  return isConnectionLoss(error) && /time/i.test(error instanceof Error ? error.message : '')
}

/** Whether the database is out of reach, full or busy: the caller's request is good and may come again. */
export function isUnavailable(error: unknown): boolean {
  return (
    isConnectionLoss(error) ||
    isConflict(error) ||
    isReadOnly(error) ||
    error instanceof NoTurn ||
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
