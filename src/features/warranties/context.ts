import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock.ts'
import type { OperationContext } from '../../platform/context.ts'
import type { Cached } from '../../platform/db/cached.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Outgoing } from '../../platform/outgoing/client.ts'
import type { Brands } from '../brands/index.ts'
import type { Deliveries } from '../deliveries/index.ts'

/** The services that every operation on warranties needs. */
export interface WarrantyServices {
  db: Db
  clock: Clock
  brands: Cached<Brands>
  deliveries: Deliveries
}

/** The first argument of every operation on warranties. */
export interface WarrantyContext extends WarrantyServices, OperationContext {}

/** The services that sending warranties to CRMs needs. */
export interface SyncContext extends WarrantyServices {
  outgoing: Outgoing
  log: Logger
}
