import { statSync } from 'node:fs'
import { type Check, type Finding, ok, problem, someOf, warning } from '../../../platform/check.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { explainDatabaseError } from '../../../platform/db/explain.ts'
import { pendingMigrations } from '../../../platform/db/migrate.ts'
import { AppError } from '../../../platform/errors.ts'
import { examinePostgres, quickCheck } from './integrity.ts'

const OLDEST_POSTGRES = 150_000
const QUICK_CHECK_MS = 30_000
const SECOND = 1_000_000
/** Half of a delivery's lease: with a larger difference, two workers may send the same delivery. */
const MAX_CLOCK_DIFFERENCE = 30 * SECOND

/** Checks that the database answers and has the newest schema. Never rejects. */
export async function checkSchema(db: Db): Promise<Finding[]> {
  let pending: string[]
  try {
    await db.ping()
    pending = await pendingMigrations(db)
  } catch (error) {
    return [unusable(error)]
  }
  if (pending.length === 0) return [ok('It answers and has the newest schema.')]
  return [
    warning(
      `It lacks ${pending.length === 1 ? 'a migration' : `${pending.length} migrations`}: ${pending.join(', ')}.`,
      'Start the server, or run `transom migrate`. Its content was not checked.',
    ),
  ]
}

/** Returns the finding for a database that cannot be opened or queried. */
export function unusable(error: unknown): Finding {
  if (error instanceof AppError) return { level: 'fault', message: `It cannot be used. ${error.message}` }
  const explained = explainDatabaseError(error)
  if (explained) return problem(`It cannot be used. ${explained.cause}`, explained.remedy)
  const { code, message } = error as { code?: string; message?: string }
  return problem(
    `It cannot be used: ${code ?? message}`,
    'Check that it runs, its log, and DATABASE_URL or DATA_DIR.',
  )
}

/** Returns the check of the embedded database's file. */
export function integrityCheck(file: string): Check {
  return {
    name: 'integrity',
    timeoutMs: QUICK_CHECK_MS + 5_000,
    async run() {
      // An empty file has nothing to check, and opening it would empty its log.
      if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0) return []
      const result = await quickCheck(file, QUICK_CHECK_MS)
      if (result === 'ok') return [ok('The file is sound (quick_check).')]
      if (result === null) {
        return [
          warning(
            `The check takes more than ${QUICK_CHECK_MS / 1000} s.`,
            '`transom backup` checks every page without a time limit.',
          ),
        ]
      }
      return [
        problem(
          `The file is damaged: ${result}`,
          'Stop the server, copy the folder, and restore the last backup.',
        ),
      ]
    },
  }
}

/** Checks the version, clock, connections, permissions and indexes of a PostgreSQL server. */
export async function checkPostgres(db: Db, clock: Clock, poolSize: number): Promise<Finding[]> {
  const server = await examinePostgres(db.read, () => clock.now())
  const { maxConnections, connections, clockAhead, invalidIndexes, forbiddenTables } = server
  const own = poolSize + 1
  const off = Math.abs(clockAhead)
  const apart = `Its clock and this machine's are ${(off / SECOND).toFixed(1)} s apart.`
  const ntp = 'Synchronize both by NTP: processes compare leases and waits with their own clocks.'
  const findings: Finding[] = [
    server.version >= OLDEST_POSTGRES
      ? ok(`PostgreSQL ${server.versionText}.`)
      : problem(`PostgreSQL ${server.versionText} is too old.`, 'Transom needs 15 or newer.'),
  ]
  if (off > MAX_CLOCK_DIFFERENCE) findings.push(problem(apart, ntp))
  else if (off > SECOND) findings.push(warning(apart, ntp))
  const room = `A process takes up to ${own} connections (DATABASE_POOL_SIZE + 1); the server permits ${maxConnections}`
  const lower =
    'Lower DATABASE_POOL_SIZE or raise max_connections, which must exceed the sum over all processes.'
  if (own > maxConnections) findings.push(problem(`${room}.`, lower))
  else if (connections + own > maxConnections)
    findings.push(
      warning(`${room}, and ${connections} are in use: another process may not get its own.`, lower),
    )
  else findings.push(ok(`${room}; ${connections} are in use.`))
  if (forbiddenTables.length > 0) {
    findings.push(
      problem(
        `The role in DATABASE_URL may not read and write ${someOf(forbiddenTables)}.`,
        'GRANT SELECT, INSERT, UPDATE and DELETE on all tables to it, as the role that owns them.',
      ),
    )
  }
  if (invalidIndexes.length > 0) {
    findings.push(
      problem(
        `These indexes are invalid: ${invalidIndexes.join(', ')}.`,
        'Run REINDEX INDEX CONCURRENTLY for each.',
      ),
    )
  }
  return findings
}
