import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import type { DeliveryHandler, DeliveryKind } from './delivery.ts'

/** What the parts of the delivery engine work with. */
export interface DeliveryContext {
  db: Db
  clock: Clock
  log: Logger
  /** Multiplies the waits between attempts. */
  retryScale: number
  handlers: Map<DeliveryKind, DeliveryHandler>
  /** The deliveries that this process is sending: held here too, for a clock that is set forward ends leases. */
  inFlight: Set<number>
  /** Ends every send under way, at a shutdown that cannot wait any longer. */
  shutdown: AbortController
}
