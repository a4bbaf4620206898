const CONFLICT = new Set(['40001', '40P01'])
const LOST = /^(08|57P0|ECONN|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|53300)/
const LOST_TEXT =
  /Connection terminated|connection timeout|Query read timeout|timeout exceeded when trying to connect|not queryable|has been discarded/i
const EMBEDDED = /^SQLITE_(BUSY|FULL|IOERR|CANTOPEN|READONLY|NOMEM|LOCKED)/

/** Too much is read from the database already. */
export class NoTurn extends Error {
  constructor() {
    super('Too many reads that look through whole tables are waiting.')
  }
}

/** Somebody else was quicker, and what was read no longer holds: the transaction is to be run again. */
export class Overtaken extends Error {
  constructor() {
    super('Another transaction came between.')
  }
}

/** Whether the transaction met another one, or a migration, and may simply be run again (PostgreSQL class 40). */
export function isConflict(error: unknown): boolean {
  return CONFLICT.has(codeOf(error)) || isStalePlan(error) || error instanceof Overtaken
}

/** Whether PostgreSQL had prepared the statement when its tables looked otherwise. */
export function isStalePlan(error: unknown): boolean {
  return codeOf(error) === '0A000' && (error as { routine?: unknown }).routine === 'RevalidateCachedQuery'
}

/** Whether the connection to PostgreSQL is gone or silent. */
export function isConnectionLoss(error: unknown): boolean {
  return LOST.test(codeOf(error)) || LOST_TEXT.test(error instanceof Error ? error.message : '')
}

/** Whether the server ended the connection: a new one may well work at once. A silent server is none of these. */
export function isHangUp(error: unknown): boolean {
  return isConnectionLoss(error) && !/time/i.test(error instanceof Error ? error.message : '')
}

/** Whether the database is out of reach, full or busy: the caller's request is good and may come again. */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error)
  return (
    isConnectionLoss(error) ||
    isConflict(error) ||
    error instanceof NoTurn ||
    EMBEDDED.test(code) ||
    code === '57014' ||
    /^53/.test(code)
  )
}

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : ''
}
