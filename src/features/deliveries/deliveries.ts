import type { Trx } from '../../platform/db/db.ts'
import type { AttemptNowOptions } from './attempts/attempt-now.ts'
import type { Attempt, AttemptResult, Claim, DeliveryHandler, DeliveryKind, NewDelivery } from './delivery.ts'
import type { Oldest } from './operations/delivery-stats.ts'
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
  /** Returns how many deliveries are pending, and how many have failed. */
  count(): Promise<Record<'pending' | 'failed', number>>
  /** Returns for how long the oldest pending delivery has waited. */
  oldest(): Promise<Oldest>
  /**
   * Makes these deliveries due now, with their complete schedule, and so the first delivery of each of their queues.
   * Skips those that are delivered or being sent, and with `status` those that do not have it. Returns the others. Call
   * `wakeAll` after the commit.
   */
  requeue(trx: Trx, ids: readonly number[], status?: 'failed'): Promise<DeliveryRow[]>
  /** Wakes the workers of all processes. Resolves once they are notified. */
  wakeAll(): Promise<void>
}
