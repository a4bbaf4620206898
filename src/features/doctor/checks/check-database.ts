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
/** A delivery's lease lasts a minute: a clock that is off by half of that makes two workers send the same delivery. */
const CLOCK_FAULT = 30 * SECOND

/** Whether the database answers, and has the schema of this program. Never rejects. */
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
      'Start the server, or run `transom migrate`. What is in it has not been looked at.',
    ),
  ]
}

/** A database that could not be opened or asked. */
export function unusable(error: unknown): Finding {
  if (error instanceof AppError) return { level: 'fault', message: `It cannot be used. ${error.message}` }
  const explained = explainDatabaseError(error)
  if (explained) return problem(`It cannot be used. ${explained.cause}`, explained.remedy)
  const { code, message } = error as { code?: string; message?: string }
  return problem(
    `It cannot be used: ${code ?? message}`,
    'See whether it runs, what its log says, and what DATABASE_URL or DATA_DIR names.',
  )
}

/** The embedded database's file. */
export function integrityCheck(file: string): Check {
  return {
    name: 'integrity',
    timeoutMs: QUICK_CHECK_MS + 5_000,
    async run() {
      // Nothing is in it; and who opens it empties its log.
      if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0) return []
      const result = await quickCheck(file, QUICK_CHECK_MS)
      if (result === 'ok') return [ok('The file is sound (quick_check).')]
      if (result === null) {
        return [
          warning(
            `Looking it over takes more than ${QUICK_CHECK_MS / 1000} s.`,
            '`transom backup` looks at every page, without a limit of time.',
          ),
        ]
      }
      return [
        problem(
          `The file is damaged: ${result}`,
          'Stop the server, keep a copy of the folder, and restore the last backup.',
        ),
      ]
    },
  }
}

/** Version, clock, connections and indexes of a PostgreSQL server. */
export async function checkPostgres(db: Db, clock: Clock, poolSize: number): Promise<Finding[]> {
  const server = await examinePostgres(db.read, () => clock.now())
  const { mostConnections, connections, clockAhead, invalidIndexes, forbiddenTables } = server
  const own = poolSize + 1
  const off = Math.abs(clockAhead)
  const apart = `Its clock and this machine's are ${(off / SECOND).toFixed(1)} s apart.`
  const ntp = 'Keep both by NTP: leases and waits are moments of the process that sets them.'
  const findings: Finding[] = [
    server.version >= OLDEST_POSTGRES
      ? ok(`PostgreSQL ${server.versionText}.`)
      : problem(`PostgreSQL ${server.versionText} is too old.`, 'Transom needs 15 or newer.'),
  ]
  if (off > CLOCK_FAULT) findings.push(problem(apart, ntp))
  else if (off > SECOND) findings.push(warning(apart, ntp))
  const room = `A process takes up to ${own} connections (DATABASE_POOL_SIZE + 1); the server permits ${mostConnections}`
  const lower =
    'Lower DATABASE_POOL_SIZE or raise max_connections: the sum over all processes must stay below it.'
  if (own > mostConnections) findings.push(problem(`${room}.`, lower))
  else if (connections + own > mostConnections)
    findings.push(
      warning(`${room}, and ${connections} are there: one more process may not get its own.`, lower),
    )
  else findings.push(ok(`${room}, ${connections} are there now.`))
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
        `These indexes are not valid: ${invalidIndexes.join(', ')}.`,
        'REINDEX INDEX CONCURRENTLY, each.',
      ),
    )
  }
  return findings
}
