import type { Trx } from '../../platform/db/db.ts'
import type { Actor } from '../../platform/principal.ts'
import type { AttemptNowOptions } from './attempts/attempt-now.ts'
import type { Attempt, AttemptResult, Claim, DeliveryHandler, DeliveryKind, NewDelivery } from './delivery.ts'
import type { DeliveryStats, Oldest } from './operations/delivery-stats.ts'
import type { AttemptRow } from './queries/attempt-queries.ts'
import type { DeliveryFilter } from './queries/list-queries.ts'
import type { DeliveryRow } from './queries/queue-queries.ts'

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
  /** Attempts by hand, now, what a queue has to deliver; see `attemptNow`. */
  attemptNow(queueKey: string, options: AttemptNowOptions): Promise<AttemptResult | null>
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
  retry(principal: Actor, ids: readonly number[]): Promise<number[]>
  /** Puts every failed one that is meant back in the queue; answers how many. */
  retryFailed(principal: Actor, filter: DeliveryFilter): Promise<number>
}
