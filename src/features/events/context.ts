import type { Clock } from '../../platform/clock.ts'
import type { OperationContext } from '../../platform/context.ts'
import type { Cached } from '../../platform/db/cached.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Outgoing } from '../../platform/outgoing/client.ts'
import type { TargetRules } from '../../platform/outgoing/target.ts'
import type { Brands } from '../brands/index.ts'

/** The context for sending events. */
export interface EventServices {
  db: Db
  clock: Clock
  outgoing: Outgoing
}

/** The context of the commands on events. */
export interface EventCommandContext extends EndpointContext {
  outgoing: Outgoing
  brands: Cached<Brands>
  deliveries: { wakeAll(): Promise<void> }
}

/** The context of the operations that create and change endpoints. */
export interface EndpointContext extends OperationContext {
  /** The rules for their addresses. */
  targets: TargetRules
}
