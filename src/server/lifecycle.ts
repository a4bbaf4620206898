import { setTimeout as sleep } from 'node:timers/promises'
import type { Deliveries } from '../features/deliveries/index.ts'
import type { Imports } from '../features/imports/module.ts'
import type { Traces } from '../observability/tracing.ts'
import { explainDatabaseError } from '../platform/db/explain.ts'
import { migrate } from '../platform/db/migrate.ts'
import { isLoginRefused, isReadOnly, isUnavailable } from '../platform/db/unavailable.ts'
import { AppError } from '../platform/errors.ts'
import type { App } from '../platform/http/server.ts'
import type { Outgoing } from '../platform/outgoing/client.ts'
import { type JobParts, startFrequentJobs, startRareJobs, startSetUpOffer } from './scheduler.ts'

const RETRY_OPENING_MS = 500
const REPORT_WAITING_MS = 30_000
const JOBS_GRACE_MS = 5_000
const CLOSE_GRACE_MS = 3_000

interface LifecycleParts extends JobParts {
  deliveries: Deliveries
  imports: Imports
  outgoing: Outgoing
  traces: Traces | undefined
}

/** Returns the service's states, from before its database is reached until everything is closed. */
export function createLifecycle(parts: LifecycleParts) {
  const { config, log, db, access, deliveries, imports } = parts
  const starting = new AppError('UNAVAILABLE', 'The server is starting: its database is not ready yet.', {
    retryAfter: 2,
    quiet: true,
  })
  let opened = false
  let stopping = false
  const stopJobs: (() => unknown)[] = []

  return {
    /** The error for every request until the service is open. */
    get starting(): AppError | undefined {
      return opened ? undefined : starting
    },

    /** Returns whether the service accepts requests, and if not, why. */
    async readiness() {
      if (stopping) return { ready: false, reason: 'The server is stopping.' }
      if (!opened) return { ready: false, reason: 'The database has not been reached or migrated yet.' }
      try {
        await db.ping()
        return { ready: true }
      } catch (error) {
        const reason = isReadOnly(error)
          ? 'The database is a standby, which takes no writes.'
          : 'The database does not answer.'
        return { ready: false, reason }
      }
    },

    /**
     * Migrates as soon as the database can be reached, then admits requests. Returns false if it was stopped before.
     * @throws errors that waiting can't fix
     */
    async open(): Promise<boolean> {
      let reportedAt = Number.NEGATIVE_INFINITY
      while (!stopping) {
        try {
          const applied = await migrate(db)
          // A standby needs no migration, and refuses writes.
          await db.ping()
          if (applied.length > 0) log.info({ migrations: applied }, 'the database was migrated')
          if (stopping) break
          opened = true
          stopJobs.push(...startFrequentJobs(parts))
          return true
        } catch (err) {
          if (stopping) break
          if (!isUnavailable(err) || isLoginRefused(err)) throw err
          if (performance.now() - reportedAt >= REPORT_WAITING_MS) {
            log.warn({ err, ...explainDatabaseError(err) }, 'waiting for the database')
            reportedAt = performance.now()
          }
          await sleep(RETRY_OPENING_MS)
        }
      }
      return false
    },

    /** Starts deliveries, imports, and the hourly and daily jobs. */
    startWork(): void {
      deliveries.start()
      imports.start()
      stopJobs.push(...startRareJobs(parts))
    },

    /** Offers to make the first administrator at this server's address, while there is none. */
    offerSetUp(url: string): void {
      stopJobs.push(startSetUpOffer(parts, url))
    },

    /** Fails readiness, lets requests, deliveries and jobs finish, and closes everything. */
    async stop(app: App): Promise<void> {
      stopping = true
      const jobsOver = Promise.all(stopJobs.map((stopJob) => stopJob()))
      await sleep(config.SHUTDOWN_GRACE_MS)
      // Long attempts are aborted while callers that wait for them can still be answered.
      const sent = deliveries.stop()
      const importsOver = imports.stop()
      await app.close()
      await sent
      // Attempts that requests started meanwhile.
      await deliveries.stop()
      if (opened) {
        await access
          .writeTokenUse({ all: true })
          .catch((err) => log.error({ err }, 'the last use of tokens could not be written'))
      }
      // A job with much left to delete continues at the next start.
      await Promise.race([Promise.all([jobsOver, importsOver]), sleep(JOBS_GRACE_MS)])
      await parts.outgoing.close()
      await parts.postalCodes.close()
      // A frozen database, or one whose machine is gone, never confirms that a connection has closed.
      const closed = await Promise.race([db.close().then(() => true), sleep(CLOSE_GRACE_MS, false)])
      if (!closed) log.warn('the database does not answer: its connections are left open')
      await parts.traces?.stop()
    },
  }
}
