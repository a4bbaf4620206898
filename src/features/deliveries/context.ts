import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock.ts'
import type { Db, Trx } from '../../platform/db/db.ts'
import type { Trace } from '../../platform/trace.ts'
import type { DeliveryHandler, FailedDelivery, Settlement } from './delivery.ts'
import type { ReceiverLimits } from './worker/receiver-limits.ts'

/** The context of the delivery engine, one for each process. */
export interface DeliveryContext {
  db: Db
  clock: Clock
  log: Logger
  trace: Trace
  /** Multiplies the waits between attempts. */
  retryScale: number
  /** Milliseconds between two reads of the outbox when no notification arrives. */
  pollMs: number
  handlers: Map<string, DeliveryHandler>
  /** Whether the brand's messages are recorded instead of sent. */
  isSandbox(brandId: number): Promise<boolean>
  /** Limits how many deliveries are sent to each receiver concurrently. */
  receivers: ReceiverLimits
  /** Runs in the transaction in which deliveries fail for good. */
  onFailed?: ((trx: Trx, failed: readonly FailedDelivery[]) => Promise<void>) | undefined
  /** Records an attempt, in one transaction with others that end at the same time. */
  settle(settlement: Settlement): Promise<void>
  /**
   * The deliveries that this process is sending. A clock that is set forward ends their leases, but not these entries.
   */
  inFlight: Set<number>
  /** All running attempts, the worker's and those that callers wait for. A shutdown waits for them. */
  running: Set<Promise<unknown>>
  /** Aborts all sends at the end of a shutdown's grace period. */
  shutdown: AbortController
}
