import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock.ts'
import type { Db, Trx } from '../../platform/db/db.ts'
import { noTrace, type Trace } from '../../platform/tracing/trace.ts'
import type { Actor } from '../audit/index.ts'
import type { DeliveryFilter } from './admin-queries.ts'
import * as adminQueries from './admin-queries.ts'
import { retryDeliveries, retryFailed, showDelivery } from './administration.ts'
import { attempt } from './attempt.ts'
import { type AttemptNowOptions, attemptNow } from './attempt-now.ts'
import type { Claim } from './claim.ts'
import type { DeliveryContext } from './context.ts'
import type { AttemptResult, DeliveryHandler, DeliveryKind, NewDelivery } from './delivery.ts'
import { enqueueAll, enqueueHeldAll } from './enqueue.ts'
import type { DeliveryRow } from './queries.ts'
import { type Attempt, createSettler } from './settle.ts'
import type { AttemptRow } from './settle-queries.ts'
import { type DeliveryStats, deliveryStats, type Oldest, toOldest } from './stats.ts'
import { countOpen, findOldest } from './stats-queries.ts'
import { createTargets } from './targets.ts'
import { createTeller, TOPIC } from './tell-others.ts'
import { createWorker } from './worker.ts'

export { checkDeliveries } from './check-deliveries.ts'
export type { Claim } from './claim.ts'
export { type DeliveryAdministration, registerDeliveryCommands } from './cli.ts'
export { deliveriesOf } from './deliveries-of.ts'
export type { AttemptResult, Delivery, DeliveryHandler, NewDelivery, Outcome } from './delivery.ts'
export {
  countMentionsInDeliveries,
  disownAttempts,
  erasePersonFromDeliveries,
  listRecipients,
} from './person.ts'
export { pruneDeliveries } from './prune.ts'
export { removeLanes } from './prune-queries.ts'
export { findPendingLanes } from './queries.ts'
export type { Attempt } from './settle.ts'
export { judgeAnswer, judgeFailure, postWebhook } from './webhook.ts'

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

/** The outbox and what empties it: docs/decisions/0009-delivery-engine.md. */
export interface Deliveries {
  /** Says who sends a kind. Before `start`. */
  register(kind: DeliveryKind, handler: DeliveryHandler): void
  /** Puts these in the outbox, in the transaction of what they tell of. Call `wake` when that is committed. */
  enqueueAll(trx: Trx, items: readonly NewDelivery[]): Promise<void>
  /**
   * Puts some there that the caller is going to attempt itself (`attemptHeld`), within a minute; answered in the same
   * order.
   */
  enqueueHeldAll(trx: Trx, items: readonly NewDelivery[]): Promise<Claim[]>
  /**
   * Makes the attempt that `enqueueHeldAll` kept for the caller. `settled` runs in the transaction that records it.
   * Null when it was not sent after all, and will be by the worker.
   */
  attemptHeld(
    claim: Claim,
    options: {
      timeoutMs: number
      settled?: (trx: Trx, attempt: Attempt) => Promise<void>
    },
  ): Promise<Attempt | null>
  /** Attempts by hand, now, what a lane has to deliver; see `attemptNow`. */
  attemptNow(lane: string, options: AttemptNowOptions): Promise<AttemptResult | null>
  /** Something was enqueued and committed: the worker, if it runs here, looks at once. */
  wake(): void
  start(): void
  /** Claims nothing more; waits for what is being sent, whoever began it, at most `graceMs`, then gives it back. */
  stop(graceMs?: number): Promise<void>
  /** Those that are meant, the newest first; `before` is the id to go on from. */
  list(filter: DeliveryFilter, page: { before?: number | undefined; limit: number }): Promise<DeliveryRow[]>
  /** One with all attempts at it, the first one first. */
  show(id: number): Promise<{ delivery: DeliveryRow; attempts: AttemptRow[] } | undefined>
  countMatching(filter: DeliveryFilter): Promise<number>
  /** How many wait for their next attempt, and how many failed for good. */
  count(): Promise<Record<'pending' | 'failed', number>>
  /** How long the oldest has been waiting. */
  oldest(): Promise<Oldest>
  stats(): Promise<DeliveryStats>
  /** Puts these back in the queue; answers the ids of those that were. */
  retry(actor: Actor, ids: readonly number[]): Promise<number[]>
  /** Puts every failed one that is meant back in the queue; answers how many. */
  retryFailed(actor: Actor, filter: DeliveryFilter): Promise<number>
}

const POLL_MS = 500
const GRACE_MS = 15_000
const HELD_SETTLE_MS = 2_000

export function createDeliveries(options: DeliveriesOptions): Deliveries {
  const ctx: DeliveryContext = {
    ...options,
    pollMs: options.pollMs ?? POLL_MS,
    trace: options.trace ?? noTrace,
    handlers: new Map(),
    targets: createTargets(options.retryScale),
    settle: (settlement) => settle(settlement),
    inFlight: new Set(),
    running: new Set(),
    shutdown: new AbortController(),
  }
  const settle = createSettler(ctx)
  const worker = createWorker(ctx)
  const teller = createTeller(ctx)
  /** Committed work is there: for the worker here, or, where it is busy or does not run, for those elsewhere. */
  const wake = () => {
    if (!worker.hasRoom()) teller.tell()
    worker.wake()
  }
  /** A command may close the database right afterwards. */
  const tellingAll = async <T>(work: Promise<T>): Promise<T> => {
    const value = await work
    worker.wake()
    await ctx.db.tell(TOPIC)
    return value
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
    attemptHeld: (claim, held) => waking(attempt(ctx, claim, { ...held, settleBudgetMs: HELD_SETTLE_MS })),
    attemptNow: (lane, now) => waking(attemptNow(ctx, lane, now)),
    wake,
    start: worker.start,
    stop(graceMs = GRACE_MS) {
      teller.stop()
      return worker.stop(graceMs)
    },
    list: (filter, page) => adminQueries.listDeliveries(ctx.db.read, filter, page),
    show: (id) => showDelivery(ctx, id),
    countMatching: (filter) => adminQueries.countDeliveries(ctx.db.read, filter),
    count: () => countOpen(ctx.db.read),
    oldest: async () => toOldest(await findOldest(ctx.db.read), ctx.clock.now()),
    stats: () => deliveryStats(ctx),
    retry: (actor, ids) => tellingAll(retryDeliveries(ctx, actor, ids)),
    retryFailed: (actor, filter) => tellingAll(retryFailed(ctx, actor, filter)),
  }
}
