import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { noTrace, type Trace } from '../../platform/trace.ts'
import { attemptFor } from './attempts/attempt.ts'
import { attemptNow } from './attempts/attempt-now.ts'
import { createSettler } from './attempts/settle.ts'
import type { DeliveryContext } from './context.ts'
import type { Deliveries } from './deliveries.ts'
import { toOldest } from './operations/delivery-stats.ts'
import { countOpen, findOldest } from './queries/stats-queries.ts'
import { enqueueAll, enqueueClaimedAll } from './queue/enqueue.ts'
import { requeue } from './queue/requeue.ts'
import { createWorkerNotifier, TOPIC } from './worker/notify-workers.ts'
import { createReceiverLimits } from './worker/receiver-limits.ts'
import { createWorker } from './worker/worker.ts'

interface DeliveriesOptions {
  db: Db
  clock: Clock
  log: Logger
  /** Multiplies the waits of the schedule (DELIVERY_RETRY_SCALE). */
  retryScale: number
  /** Runs in the transaction in which deliveries fail for good. */
  onFailed?: DeliveryContext['onFailed']
  /** Milliseconds between two reads of the outbox. */
  pollMs?: number
  /** Whether a brand's messages are recorded instead of sent; by default none's are. */
  isSandbox?: ((brandId: number) => Promise<boolean>) | undefined
  /** Writes a span for each attempt. */
  trace?: Trace | undefined
}

const POLL_MS = 500
const GRACE_MS = 15_000
/** Milliseconds that the caller of `attemptClaimed` waits for the record of an attempt. */
const RECORDING_MS = 2_000

/** Creates the delivery engine of a process. It claims nothing before `start`. */
export function createDeliveries(options: DeliveriesOptions): Deliveries {
  const ctx: DeliveryContext = {
    ...options,
    pollMs: options.pollMs ?? POLL_MS,
    trace: options.trace ?? noTrace,
    isSandbox: options.isSandbox ?? (async () => false),
    handlers: new Map(),
    receivers: createReceiverLimits(options.retryScale),
    settle: (settlement) => settle(settlement),
    inFlight: new Set(),
    running: new Set(),
    shutdown: new AbortController(),
  }
  const settle = createSettler(ctx)
  const worker = createWorker(ctx)
  const notifier = createWorkerNotifier(ctx)
  // Other processes are notified only if this one is busy or runs no worker.
  const wake = () => {
    if (!worker.hasRoom()) notifier.notify()
    worker.wake()
  }
  const waking = async <T>(work: Promise<T>): Promise<T> => {
    const value = await work
    worker.wake()
    return value
  }
  return {
    register: (kind, handler) => ctx.handlers.set(kind, handler),
    enqueueAll: (trx, items) => enqueueAll(ctx, trx, items),
    enqueueClaimedAll: (trx, items) => enqueueClaimedAll(ctx, trx, items),
    attemptClaimed: (claim, options) =>
      waking(attemptFor(ctx, claim, { ...options, recordingMs: () => RECORDING_MS })),
    attemptNow: (queueKey, now) => waking(attemptNow(ctx, queueKey, now)),
    wake,
    start: worker.start,
    stop(graceMs = GRACE_MS) {
      notifier.stop()
      return worker.stop(graceMs)
    },
    count: () => countOpen(ctx.db.read),
    oldest: async () => toOldest(await findOldest(ctx.db.read), ctx.clock.now()),
    requeue: (trx, ids, status) => requeue(ctx, trx, ids, status),
    async wakeAll() {
      worker.wake()
      await ctx.db.notify(TOPIC)
    },
  }
}
