import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Trace } from '../../platform/trace.ts'
import type { DeliveryHandler, DeliveryKind, Settlement } from './delivery.ts'
import type { ReceiverLimits } from './worker/receiver-limits.ts'

/** What the parts of the delivery engine work with. */
export interface DeliveryContext {
  db: Db
  clock: Clock
  log: Logger
  trace: Trace
  /** Multiplies the waits between attempts. */
  retryScale: number
  /** Milliseconds after which the outbox is looked at though nobody said that there is something in it. */
  pollMs: number
  handlers: Map<DeliveryKind, DeliveryHandler>
  /** How many sends each receiver takes at the moment. */
  receivers: ReceiverLimits
  /** Records an attempt, together with others that end at the same time. */
  settle(settlement: Settlement): Promise<void>
  /** The deliveries that this process is sending: held here too, for a clock that is set forward ends leases. */
  inFlight: Set<number>
  /** Every attempt under way, the worker's and those that callers wait for: a shutdown waits for all. */
  running: Set<Promise<unknown>>
  /** Ends every send under way, at a shutdown that cannot wait any longer. */
  shutdown: AbortController
}
