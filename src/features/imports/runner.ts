import type { Logger } from 'pino'
import type { Clock, Micros } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { isUnavailable } from '../../platform/db/unavailable.ts'
import { AppError } from '../../platform/errors.ts'
import { claimJob, failedBecause, INTERRUPTED } from './claim-job.ts'
import type { Progress } from './context.ts'
import type { Job, JobThread } from './job.ts'
import * as queries from './queries.ts'

const POLL_MS = 500
const MAX_BACKOFF_MS = 10_000
const HEARTBEAT_MS = 1_000
const LEASE_MICROS: Micros = 15_000_000
/** A run that ends within this time is not interrupted by a shutdown. */
const GRACE_MS = 3_000

interface RunnerParts {
  db: Db
  clock: Clock
  log: Logger
  thread: JobThread
  /** Called after each job: it may have enqueued deliveries. */
  onDone(): void
}

/** Checks and runs imports in the background, one at a time in each process. */
export function createRunner({ db, clock, log, thread, onDone }: RunnerParts) {
  let timer: NodeJS.Timeout | undefined
  let pauseMs = POLL_MS
  let stopping = false
  let round: Promise<void> | undefined
  let current: { job: Job; progress: Progress } | undefined

  function wake(): void {
    if (stopping || round) return
    clearTimeout(timer)
    round = work().finally(() => {
      round = undefined
      if (!stopping) timer = setTimeout(wake, pauseMs).unref()
    })
  }

  async function work(): Promise<void> {
    try {
      for (;;) {
        const job = stopping ? undefined : await claimJob({ db, clock }, LEASE_MICROS)
        pauseMs = POLL_MS
        if (!job) return
        await perform(job)
      }
    } catch (err) {
      // While the database is away, a line for each poll would flood the log.
      pauseMs = Math.min(pauseMs * 2, MAX_BACKOFF_MS)
      if (!stopping) log.warn({ err, backoffMs: pauseMs }, 'imports cannot be worked on')
    }
  }

  async function perform(job: Job): Promise<void> {
    const own = { job, progress: { done: 0, total: 0 } }
    current = own
    const stopHeartbeat = beat(own)
    try {
      await thread.perform(job, (progress) => {
        own.progress = progress
      })
      onDone()
    } catch (error) {
      await settleFailure(job, error)
    } finally {
      current = undefined
      await stopHeartbeat()
    }
  }

  /** Extends the lease, and stores the progress for other processes. */
  function beat(own: { job: Job; progress: Progress }): () => Promise<unknown> {
    let writing: Promise<unknown> | undefined
    const interval = setInterval(() => {
      if (writing) return
      const { id, leaseToken } = own.job
      const changes = { ...own.progress, lease_until: clock.now() + LEASE_MICROS }
      // On SQLite it fails while the run's own transaction is open, which needs no lease.
      writing = db
        .write((trx) => queries.updateImport(trx, { id, leaseToken }, changes))
        .catch(() => {})
        .finally(() => {
          writing = undefined
        })
    }, HEARTBEAT_MS).unref()
    return async () => {
      clearInterval(interval)
      await writing
    }
  }

  async function settleFailure({ id, phase, leaseToken }: Job, error: unknown): Promise<void> {
    const passing = stopping || isUnavailable(error)
    const now = clock.now()
    const isOwn = error instanceof AppError
    if (!isOwn && !passing) log.error({ err: error, import: id, phase }, 'an import failed')
    const reason = isOwn
      ? error.message
      : stopping
        ? INTERRUPTED
        : passing
          ? 'interrupted: the database could not be reached. Nothing was imported; commit it again.'
          : 'An unexpected error ended it; the log of the server says which. Nothing was imported.'
    const retried = passing && phase === 'check' && !isOwn
    const changes = retried ? { lease_token: null, lease_until: null } : failedBecause(reason, now)
    // Fails where the job was lost meanwhile; the lease ends by itself where the database is out of reach.
    await db.write((trx) => queries.updateImport(trx, { id, leaseToken }, changes))
  }

  return {
    wake,
    progressOf: (id: number) =>
      current?.job.id === id && current.progress.total > 0 ? current.progress : undefined,
    start(): void {
      // An embedded database rarely has two servers: its last one has claimed what is claimed. If that one is still
      // running, its import is rolled back or done before this has an effect.
      const freed = db.dialect === 'sqlite' ? db.write((trx) => queries.expireLeases(trx)) : Promise.resolve()
      freed.catch((err) => log.warn({ err }, 'imports of the last start continue later')).finally(wake)
    },
    async stop(): Promise<void> {
      stopping = true
      clearTimeout(timer)
      const grace = current?.job.phase === 'run' ? GRACE_MS : 0
      const late = setTimeout(() => thread.stop(), grace)
      await round
      clearTimeout(late)
      await thread.stop()
    },
  }
}
