import type { Clock } from './clock.ts'
import type { Db } from './db/db.ts'
import type { Principal } from './principal.ts'

/** The first argument of every operation. Features add their services. */
export interface OperationContext {
  db: Db
  clock: Clock
  /** The principal that performs the operation. The operation authorizes it, and the audit trail records it. */
  principal: Principal
}
