import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock.ts'
import type { OperationContext } from '../../platform/context.ts'
import type { Cached } from '../../platform/db/cached.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Outgoing } from '../../platform/outgoing/client.ts'
import type { Actor } from '../../platform/principal.ts'
import type { ApiUser } from '../access/index.ts'
import type { Brands } from '../brands/index.ts'
import type { Deliveries } from '../deliveries/index.ts'

/** What the operations on warranties work with. */
export interface WarrantyContext {
  db: Db
  clock: Clock
  brands: Cached<Brands>
  deliveries: Deliveries
}

/** What telling CRMs of them works with. */
export interface SyncContext extends WarrantyContext {
  outgoing: Outgoing
  log: Logger
}

/** What administrators' commands work with. */
export type WarrantyAdministration = WarrantyContext & OperationContext

/** Who asks: only the brands held count, others do not exist. */
export type Caller = Pick<ApiUser, 'brands'>

/** Who changes something, within the brands held, and under which name the audit trail has it. */
export interface Author extends Caller {
  principal: Actor
}
