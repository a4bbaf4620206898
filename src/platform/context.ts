import type { Clock } from './clock.ts'
import type { Db } from './db/db.ts'
import type { Principal } from './principal.ts'

/** The first argument of every operation. Features add their services. */
export interface OperationContext {
  db: Db
  clock: Clock
  /** Who performs the operation: authorized by it, and recorded in the audit trail. */
  principal: Principal
}
