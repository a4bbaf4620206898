import type { Trx } from '../../platform/db/db.ts'
import type { AttemptNowOptions } from './attempts/attempt-now.ts'
import type { Attempt, AttemptResult, Claim, DeliveryHandler, DeliveryKind, NewDelivery } from './delivery.ts'
import type { Oldest } from './operations/delivery-stats.ts'
import type { DeliveryRow } from './queries/queue-queries.ts'

/** The outbox and its worker: docs/decisions/0009-delivery-engine.md. */
export interface Deliveries {
  /** Registers the handler of a kind. Call it before `start`. */
  register(kind: DeliveryKind, handler: DeliveryHandler): void
  /** Adds deliveries to the outbox in the transaction of what they report. Call `wake` after the commit. */
  enqueueAll(trx: Trx, items: readonly NewDelivery[]): Promise<void>
  /**
   * Adds deliveries that the caller attempts itself with `attemptClaimed`, within a minute. Returns their claims in the
   * same order.
   */
  enqueueClaimedAll(trx: Trx, items: readonly NewDelivery[]): Promise<Claim[]>
  /**
   * Makes the attempt that `enqueueClaimedAll` reserved for the caller. `settled` runs in the transaction that records
   * it. Returns null if nothing was sent: then the worker sends it later.
   */
  attemptClaimed(
    claim: Claim,
    options: {
      timeoutMs: number
      settled?: (trx: Trx, attempt: Attempt) => Promise<void>
    },
  ): Promise<Attempt | null>
  /** Attempts a queue's pending deliveries now; see `attemptNow`. */
  attemptNow(queueKey: string, options: AttemptNowOptions): Promise<AttemptResult | null>
  /** Makes a worker read the outbox immediately, here or in another process. Call it after the commit. */
  wake(): void
  start(): void
  /** Stops claiming, waits up to `graceMs` for running attempts, then aborts and releases the rest. */
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
