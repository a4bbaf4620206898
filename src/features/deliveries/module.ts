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
import { enqueueAll, enqueueHeldAll } from './queue/enqueue.ts'
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
  /** Milliseconds between two looks at the outbox; half a second unless given. */
  pollMs?: number
  /** Writes a span for each attempt. */
  trace?: Trace | undefined
}

const POLL_MS = 500
const GRACE_MS = 15_000
const HELD_RECORDING_MS = 2_000

export function createDeliveries(options: DeliveriesOptions): Deliveries {
  const ctx: DeliveryContext = {
    ...options,
    pollMs: options.pollMs ?? POLL_MS,
    trace: options.trace ?? noTrace,
    handlers: new Map(),
    receivers: createReceiverLimits(options.retryScale),
    settle: (settlement) => settle(settlement),
    inFlight: new Set(),
    running: new Set(),
    shutdown: new AbortController(),
  }
  const settle = createSettler(ctx)
  const worker = createWorker(ctx)
  const teller = createWorkerNotifier(ctx)
  /** Committed work is there: for the worker here, or, where it is busy or does not run, for those elsewhere. */
  const wake = () => {
    if (!worker.hasRoom()) teller.tell()
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
    enqueueHeldAll: (trx, items) => enqueueHeldAll(ctx, trx, items),
    attemptHeld: (claim, held) =>
      waking(attemptFor(ctx, claim, { ...held, patience: () => HELD_RECORDING_MS })),
    attemptNow: (queueKey, now) => waking(attemptNow(ctx, queueKey, now)),
    wake,
    start: worker.start,
    stop(graceMs = GRACE_MS) {
      teller.stop()
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
