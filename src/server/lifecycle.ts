import { setTimeout as sleep } from 'node:timers/promises'
import type { Deliveries } from '../features/deliveries/index.ts'
import type { Traces } from '../observability/tracing.ts'
import { explainDatabaseError } from '../platform/db/explain.ts'
import { migrate } from '../platform/db/migrate.ts'
import { isLoginRefused, isReadOnly, isUnavailable } from '../platform/db/unavailable.ts'
import { AppError } from '../platform/errors.ts'
import type { App } from '../platform/http/server.ts'
import type { Outgoing } from '../platform/outgoing/client.ts'
import { type JobParts, startDailyAndHourly, startUpkeep } from './scheduler.ts'

const RETRY_OPENING_MS = 500
const JOBS_GRACE_MS = 5_000
const CLOSE_GRACE_MS = 3_000

interface LifeParts extends JobParts {
  deliveries: Deliveries
  outgoing: Outgoing
  traces: Traces | undefined
}

/** A service from before its database is there until it is closed. */
export function createLife(parts: LifeParts) {
  const { config, log, db, access, deliveries } = parts
  const starting = new AppError('UNAVAILABLE', 'The server is starting: its database is not ready yet.', {
    retryAfter: 2,
    quiet: true,
  })
  let opened = false
  let stopping = false
  const stopJobs: (() => unknown)[] = []

  return {
    /** Why the interfaces cannot be used now: it has not been opened. */
    get starting(): AppError | undefined {
      return opened ? undefined : starting
    },

    /** Whether it may be sent requests, and why not. */
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
     * Migrates as soon as the database is there, then lets requests in. False when it was told to stop before. Throws
     * when it never can.
     */
    async open(): Promise<boolean> {
      while (!stopping) {
        try {
          const applied = await migrate(db)
          // A standby needs no migration, and takes no writes.
          await db.ping()
          if (applied.length > 0) log.info({ migrations: applied }, 'the database was migrated')
          if (stopping) break
          opened = true
          stopJobs.push(...startUpkeep(parts))
          return true
        } catch (err) {
          if (stopping) break
          if (!isUnavailable(err) || isLoginRefused(err)) throw err
          log.warn({ err, ...explainDatabaseError(err) }, 'waiting for the database')
          await sleep(RETRY_OPENING_MS)
        }
      }
      return false
    },

    /** Starts what runs beside requests: deliveries, and the jobs of the day and of the hour. */
    startWork(): void {
      deliveries.start()
      stopJobs.push(...startDailyAndHourly(parts))
    },

    /** Fails readiness, lets requests, deliveries and jobs under way finish, and closes what was opened. */
    async stop(app: App): Promise<void> {
      stopping = true
      const jobsOver = Promise.all(stopJobs.map((stopJob) => stopJob()))
      await sleep(config.SHUTDOWN_GRACE_MS)
      // What takes too long is broken off while callers who wait for it can still be told.
      const sent = deliveries.stop()
      await app.close()
      await sent
      // What was begun meanwhile, for callers who have hung up.
      await deliveries.stop()
      if (opened) {
        await access
          .writeTokenUse({ all: true })
          .catch((err) => log.error({ err }, 'the last use of tokens could not be written'))
      }
      // One that has much to remove goes on at the next start.
      await Promise.race([jobsOver, sleep(JOBS_GRACE_MS)])
      await parts.outgoing.close()
      await parts.postalCodes.close()
      // One that is frozen, or whose machine is gone, never says that a connection has ended.
      const closed = await Promise.race([db.close().then(() => true), sleep(CLOSE_GRACE_MS, false)])
      if (!closed) log.warn('the database does not answer: its connections are left to it')
      await parts.traces?.stop()
    },
  }
}
